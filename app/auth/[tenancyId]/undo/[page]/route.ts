export { showUndo as GET, sendUndo as POST } from "@/lib/hosted/undo-pages";
