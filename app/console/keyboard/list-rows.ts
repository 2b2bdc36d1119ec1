const page = () => document.getElementById("page");
const isShown = (element: Element) => element.getClientRects().length > 0;

// The link that opens the row comes before others, and a link before a menu.
const openers = ["[data-row-link]", "a[href]", "button:not(:disabled)"];

/** Returns the control that opens a row, or its first one. A row without any takes the focus itself. */
function openerOf(row: HTMLElement): HTMLElement {
  for (const selector of openers) {
    const found = [...row.querySelectorAll<HTMLElement>(selector)].find(isShown);
    if (found !== undefined) return found;
  }
  row.tabIndex = -1;
  return row;
}

/** Returns the controls that open the rows of the page's tables, from top to bottom. */
const findOpeners = (): HTMLElement[] =>
  [...(page()?.querySelectorAll<HTMLElement>("tbody > tr") ?? [])].filter(isShown).map(openerOf);

const leadsTo = (element: HTMLElement, path: string) =>
  element instanceof HTMLAnchorElement && element.pathname === path;

/**
 * Moves the focus by rows. Without a focused row, it starts at the one that leads to `lastPath`, the
 * page before, else at the first. Returns whether the page has rows.
 */
export function moveByRows(step: 1 | -1, lastPath: string | undefined): boolean {
  const all = findOpeners();
  const row = document.activeElement?.closest("#page tbody > tr") ?? null;
  const current = row === null ? -1 : all.findIndex((opener) => row.contains(opener));
  const last = all.findIndex((opener) => leadsTo(opener, lastPath ?? ""));
  const next = current === -1 ? Math.max(0, last) : current + step;
  const opener = all[Math.min(Math.max(0, next), all.length - 1)];
  opener?.focus();
  return opener !== undefined;
}

/** Whether the element is in a row that the keys move to. */
export const isInRow = (element: Element): boolean => element.closest("#page tbody > tr") !== null;

const searchField = "#page input[type=search]";

/** Whether the element is the search field of the page's list. */
export const isListSearch = (element: Element): boolean => element.matches(searchField);

/** Focuses the search field of the page's list. Returns whether it has one. */
export function focusListSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>(searchField)].find(isShown);
  field?.focus();
  field?.select();
  return field !== undefined;
}

/** Returns the link to the page above, the last one of the breadcrumb. */
export const findLinkUp = (): HTMLAnchorElement | undefined =>
  [...(page()?.querySelectorAll<HTMLAnchorElement>("nav[aria-label=Breadcrumb] a") ?? [])].at(-1);
