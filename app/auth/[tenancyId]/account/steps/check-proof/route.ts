export { accountCheckProof as POST } from "@/lib/hosted/account/account-steps";
