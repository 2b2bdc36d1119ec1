import { readDeletionUndo, undoDeletion } from "@/lib/domain/user/deletion/undo-deletion";
import { linkPage } from "./link-page";

/** The page behind the link of an email about a requested deletion. */
export const { show: showUndoDeletion, send: sendUndoDeletion } = linkPage({
  label: "hosted-undo-deletion",
  textsOf: ({ undoDeletion: texts }) => texts,
  async read(ctx, token, { momentOf }) {
    const { dueAt } = await readDeletionUndo(ctx, token);
    return { time: momentOf(dueAt) };
  },
  act: undoDeletion,
});
