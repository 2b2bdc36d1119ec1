export { accountDownload as POST } from "@/lib/hosted/account/account-steps";
