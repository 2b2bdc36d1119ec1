export { codeChecking as POST } from "@/lib/hosted/steps";
