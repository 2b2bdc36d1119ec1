export { outcomeStep as POST } from "@/lib/hosted/steps";
