export { accountSendProof as POST } from "@/lib/hosted/account/account-steps";
