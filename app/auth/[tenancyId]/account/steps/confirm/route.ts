export { accountConfirm as POST } from "@/lib/hosted/account/account-steps";
