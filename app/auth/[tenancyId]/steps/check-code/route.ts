export { checkCodeStep as POST } from "@/lib/hosted/steps";
