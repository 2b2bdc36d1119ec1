import type { Locator } from "@playwright/test";

/** Clicks for a task, and counts them. Keys don't count, nor does the browser's own passkey prompt. */
export function countClicks() {
  let count = 0;
  return {
    click: async (target: Locator) => {
      count += 1;
      await target.click();
    },
    count: () => count,
  };
}
