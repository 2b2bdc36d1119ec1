export { accountNewPasskeyOptions as POST } from "@/lib/hosted/account/account-steps";
