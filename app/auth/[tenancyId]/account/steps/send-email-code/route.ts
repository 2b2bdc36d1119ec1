export { accountSendEmailCode as POST } from "@/lib/hosted/account/account-owner-steps";
