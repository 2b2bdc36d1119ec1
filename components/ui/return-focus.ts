const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]';
// A page that refreshes after an action may replace the trigger only then.
const watchedMs = 3_000;

/** Returns the focused element. For an item of a menu, the menu's trigger. */
function findTrigger(): HTMLElement | null {
  const active = document.activeElement;
  const labelledBy = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const trigger = labelledBy ? document.getElementById(labelledBy) : active;
  return trigger instanceof HTMLElement && trigger !== document.body ? trigger : null;
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement;
  return parent === null ? [] : [parent, ...ancestorsOf(parent)];
}

/** Focuses the trigger or, if the page has removed it, the first control near its place. */
function focusNear(trigger: HTMLElement, ancestors: readonly HTMLElement[]): void {
  trigger.focus();
  if (document.activeElement === trigger) return;
  const place = ancestors.find((each) => each.isConnected && each.querySelector(focusable));
  place?.querySelector<HTMLElement>(focusable)?.focus();
}

/**
 * Call it before a modal dialog opens. Returns a function that moves the focus back, to call after
 * the dialog has closed.
 */
export function captureFocus(): () => void {
  const trigger = findTrigger();
  if (trigger === null) return () => undefined;
  const ancestors = ancestorsOf(trigger);
  return () => {
    focusNear(trigger, ancestors);
    const observer = new MutationObserver(() => {
      if (trigger.isConnected) return;
      observer.disconnect();
      if (document.activeElement === document.body) focusNear(trigger, ancestors);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => observer.disconnect(), watchedMs);
  };
}
