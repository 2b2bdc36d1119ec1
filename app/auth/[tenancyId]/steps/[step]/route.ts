export { takeHostedStep as POST } from "@/lib/hosted/take-hosted-step";
