export { showUndoDeletion as GET, sendUndoDeletion as POST } from "@/lib/hosted/undo-deletion-page";
