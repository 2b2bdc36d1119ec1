export {
  showUndoEmailChange as GET,
  sendUndoEmailChange as POST,
} from "@/lib/hosted/undo-email-change-page";
