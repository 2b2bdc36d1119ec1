import { namedRoute } from "./named-route";
import { sendUndoDeletion, showUndoDeletion } from "./undo-deletion-page";
import { sendUndoEmailChange, showUndoEmailChange } from "./undo-email-change-page";

/** The GET handler of the pages behind links that undo something. */
export const showUndo = namedRoute("page", {
  deletion: showUndoDeletion,
  "email-change": showUndoEmailChange,
});

/** The POST handler of these pages. */
export const sendUndo = namedRoute("page", {
  deletion: sendUndoDeletion,
  "email-change": sendUndoEmailChange,
});
