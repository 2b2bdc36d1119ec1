export { passkeySignIn as POST } from "@/lib/hosted/steps";
