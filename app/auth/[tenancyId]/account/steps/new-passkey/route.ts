export { accountNewPasskey as POST } from "@/lib/hosted/account/account-steps";
