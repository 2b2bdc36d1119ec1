export { accountSignIn as POST } from "@/lib/hosted/account/account-steps";
