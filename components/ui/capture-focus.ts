/** Returns the focused element. For an item of a menu, the menu's trigger. */
function findTrigger(): HTMLElement | null {
  const active = document.activeElement;
  const labelledBy = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const trigger = labelledBy ? document.getElementById(labelledBy) : active;
  return trigger instanceof HTMLElement && trigger !== document.body ? trigger : null;
}

/** Focuses the page's heading, which takes the focus only from scripts. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Focuses the trigger or, if it is gone, hidden or disabled, the page's heading. */
function focusAgain(trigger: HTMLElement): void {
  trigger.focus();
  if (!trigger.isConnected || document.activeElement !== trigger) focusHeading();
}

/**
 * Call it before a modal dialog opens. Returns a function that moves the focus back, to call after
 * the dialog has closed.
 */
export function captureFocus(): () => void {
  const trigger = findTrigger();
  if (trigger === null) return () => undefined;
  return () => {
    focusAgain(trigger);
    // The page may refresh after the action and remove the trigger only then.
    const observer = new MutationObserver(() => {
      const active = document.activeElement;
      if (active === trigger) return;
      observer.disconnect();
      if (active === document.body) focusHeading();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  };
}
