export { declineStep as POST } from "@/lib/hosted/steps";
