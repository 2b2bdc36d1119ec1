export { newPasskey as POST } from "@/lib/hosted/steps";
