export { passkeyOptions as POST } from "@/lib/hosted/steps";
