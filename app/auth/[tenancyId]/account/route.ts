export { accountPage as GET } from "@/lib/hosted/account/account-page";
