export { accountSendCode as POST } from "@/lib/hosted/account/account-steps";
