export { showReport as GET, sendReport as POST } from "@/lib/hosted/report-page";
