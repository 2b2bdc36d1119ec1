export { accountPasskeyOptions as POST } from "@/lib/hosted/account/account-steps";
