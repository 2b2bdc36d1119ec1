export { showPage as GET, sendPage as POST } from "@/lib/hosted/hosted-pages";
