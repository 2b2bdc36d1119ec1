export { accountSignOut as POST } from "@/lib/hosted/account/account-steps";
