export { accountRenamePasskey as POST } from "@/lib/hosted/account/account-steps";
