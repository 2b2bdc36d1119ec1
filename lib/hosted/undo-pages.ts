import { stepRoute } from "./step-route";
import { sendUndoDeletion, showUndoDeletion } from "./undo-deletion-page";
import { sendUndoEmailChange, showUndoEmailChange } from "./undo-email-change-page";

/** The GET handler of the pages behind links that undo something. */
export const showUndo = stepRoute({
  deletion: showUndoDeletion,
  "email-change": showUndoEmailChange,
});

/** The POST handler of these pages. */
export const sendUndo = stepRoute({
  deletion: sendUndoDeletion,
  "email-change": sendUndoEmailChange,
});
