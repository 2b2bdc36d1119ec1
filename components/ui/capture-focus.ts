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

/** Focuses the trigger or, if it is gone or hidden, the nearest control that takes the focus. */
function focusNear(trigger: HTMLElement, ancestors: readonly HTMLElement[]): void {
  const controls = ancestors.map((each) => each.querySelector<HTMLElement>(focusable));
  for (const control of [trigger, ...controls]) {
    control?.focus();
    if (control?.isConnected === true && document.activeElement === control) return;
  }
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
