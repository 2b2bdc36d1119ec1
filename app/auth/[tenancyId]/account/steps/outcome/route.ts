export { accountOutcome as POST } from "@/lib/hosted/account/account-steps";
