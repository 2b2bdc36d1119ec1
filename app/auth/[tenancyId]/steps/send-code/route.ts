export { codeSending as POST } from "@/lib/hosted/steps";
