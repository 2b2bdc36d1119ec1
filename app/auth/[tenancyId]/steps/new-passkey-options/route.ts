export { newPasskeyOptions as POST } from "@/lib/hosted/steps";
