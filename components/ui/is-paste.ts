import type { ChangeEvent } from "react";

/** Whether a change of a text field comes from the clipboard. */
export const isPaste = ({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean =>
  nativeEvent instanceof InputEvent && nativeEvent.inputType === "insertFromPaste";
