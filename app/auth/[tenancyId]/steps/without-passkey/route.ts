export { withoutPasskey as POST } from "@/lib/hosted/steps";
