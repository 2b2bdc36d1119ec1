export { accountChangeNames as POST } from "@/lib/hosted/account/account-steps";
