export { takeAccountStep as POST } from "@/lib/hosted/account/take-account-step";
