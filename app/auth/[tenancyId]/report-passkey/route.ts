export { sendReport as POST, showReport as GET } from "@/lib/hosted/report-page";
