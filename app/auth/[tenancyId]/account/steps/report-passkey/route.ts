export { accountReportPasskey as POST } from "@/lib/hosted/account/account-steps";
