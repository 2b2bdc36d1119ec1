export { accountCheckCode as POST } from "@/lib/hosted/account/account-steps";
