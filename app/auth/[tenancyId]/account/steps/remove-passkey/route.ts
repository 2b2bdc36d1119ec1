export { accountRemovePasskey as POST } from "@/lib/hosted/account/account-steps";
