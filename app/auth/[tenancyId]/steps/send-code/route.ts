export { sendCodeStep as POST } from "@/lib/hosted/steps";
