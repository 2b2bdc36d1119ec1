import {
  readEmailChangeUndo,
  undoEmailChange,
} from "@/lib/domain/user/email-change/undo-email-change";
import { linkPage } from "./link-page";

/** The page behind the link of a notice about a changed email. */
export const { show: showUndoEmailChange, send: sendUndoEmailChange } = linkPage({
  label: "hosted-undo-email-change",
  textsOf: ({ undoEmailChange: texts }) => texts,
  async read(ctx, token, { momentOf }) {
    const { email, changedAt } = await readEmailChangeUndo(ctx, token);
    return { email, created: momentOf(changedAt) };
  },
  act: undoEmailChange,
  refusals: {
    "@error/DuplicateEmail": ({ undoEmailChange: { takenTitle, takenLead } }) => ({
      title: takenTitle,
      lead: takenLead,
    }),
  },
});
