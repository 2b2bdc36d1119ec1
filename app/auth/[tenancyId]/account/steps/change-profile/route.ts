export { accountChangeProfile as POST } from "@/lib/hosted/account/account-steps";
