// A checkbox takes no letters, so a shortcut works there.
const takesLetters =
  "input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false]), " +
  "[role=menu], [role=listbox], [role=combobox], [role=textbox]";
const covers = "dialog[open], [role=dialog], [role=alertdialog], [role=menu]";

/** Whether a dialog or a menu is open, whose keys are its own. */
const isCovered = (): boolean => document.querySelector(covers) !== null;

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey;

/** Whether the page handles the key itself, or a person composes a letter. */
const isTaken = (event: KeyboardEvent) =>
  event.defaultPrevented || event.isComposing || hasModifier(event) || isCovered();

/** Returns a key that was pressed alone: a letter without Shift, or another key. */
export function keyAlone(event: KeyboardEvent): string | null {
  if (isTaken(event)) return null;
  const isLetter = /^\p{L}$/u.test(event.key);
  if (isLetter && event.shiftKey) return null;
  return isLetter ? event.key.toLowerCase() : event.key;
}

/** Whether the focus is where letters are typed or choose something. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(takesLetters) !== null;
