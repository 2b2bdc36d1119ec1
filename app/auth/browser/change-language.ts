import { data, type PageData } from "./page-data";
import { isBusy, redraw, shown } from "./view";

/** Loads a page without showing it. To parse a text, the page would need a Trusted Types policy. */
const load = (url: string) =>
  new Promise<Document | null>((resolve) => {
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.open("GET", url);
    request.onloadend = () => resolve(request.status === 200 ? request.responseXML : null);
    request.send();
  });

/** Takes the script's data from a page, and what must not run twice. */
function takeData(page: Document): Partial<PageData> {
  const text = page.getElementById("page")?.textContent;
  for (const element of page.querySelectorAll("script, noscript")) element.remove();
  return JSON.parse(text ?? "{}") as Partial<PageData>;
}

/** The link that was clicked last. */
let chosen: HTMLAnchorElement | undefined;

/**
 * Shows the page in a link's language. The page isn't left, so that the pending code and the proof of
 * a mailbox stay in its memory: nothing secret is stored or part of a URL. Follows the link if the
 * page is no longer the same, for example because a session ended.
 */
async function changeLanguage(link: HTMLAnchorElement, onChange: () => void): Promise<void> {
  chosen = link;
  const { ticket } = data;
  const page = await load(link.href);
  if (chosen !== link) return;
  const other = page === null ? {} : takeData(page);
  if (page === null || other.page !== data.page) return window.location.assign(link.href);
  const isRequested = isBusy() || shown()?.dataset["view"] !== "start";
  // A pending code, or a session since the click, needs the present ticket.
  const isTicketUsed = data.ticket !== ticket || (data.bindsCodes === true && isRequested);
  Object.assign(data, other, isTicketUsed ? { ticket: data.ticket } : {});
  window.history.replaceState(null, "", link.href);
  document.documentElement.lang = page.documentElement.lang;
  document.title = page.title;
  redraw(page);
  onChange();
}

/** Changes the language by a click on its link. Then calls `onChange`, which redraws other texts. */
export function switchLanguages(onChange: () => void): void {
  document.addEventListener("click", (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>("a[hreflang]")
        : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void changeLanguage(link, onChange);
  });
}
