import { expect, type Page, type TestInfo } from "@playwright/test";
import axe from "axe-core";

/** Widths in CSS px: a phone and a desktop. */
export const widths = [1280, 390];

// A theme changes nothing else, so the dark one needs no other rules.
const rulesOfColors = ["color-contrast", "link-in-text-block"];

const keepsPictures = process.env["E2E_PICTURES"] === "1";

/** Names of the tables that are wider than their frame. */
export const findClipped = (tables: (HTMLElement | SVGElement)[]) =>
  tables.flatMap(({ parentElement: frame }) =>
    frame !== null && frame.scrollWidth > frame.clientWidth ? [frame.ariaLabel] : [],
  );

/** Returns what axe finds, as the rule and the first element of each violation. */
async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  return page.evaluate(async (values) => {
    const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
    // Frames that show emails run no scripts, so axe can't check them; the emails' own tests do.
    const { violations } = await loaded.run(
      { exclude: ["iframe"] },
      {
        resultTypes: ["violations"],
        ...(values === undefined ? {} : { runOnly: { type: "rule", values } }),
      },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, rules);
}

interface Look {
  page: Page;
  info: TestInfo;
  /** Default: the whole page. A dialog is shown over the visible part of the page. */
  fullPage?: boolean;
  /** Default: a phone and a desktop. */
  atWidths?: number[];
  /** Checks more at each width. */
  alsoCheck?: () => Promise<void>;
}

// During a theme transition, colors belong to neither theme. A transition in a closed fold never
// finishes, because the browser doesn't render it.
const finishTransitions = () => {
  const isShown = ({ effect }: Animation) =>
    effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true;
  const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
  return Promise.allSettled(transitions.filter(isShown).map(({ finished }) => finished));
};

/**
 * Expects no accessibility violation from axe and no horizontal scrolling, at each width, in light and
 * dark. Saves pictures if E2E_PICTURES=1. Leaves the page at its width, in light.
 */
export async function expectNoBarrier(
  { page, info, fullPage = true, atWidths = widths, alsoCheck }: Look,
  name: string,
): Promise<void> {
  await page.waitForLoadState();
  // Anew for each document: a page that the browser has left can keep its globals.
  await page.evaluate(axe.source);
  const former = page.viewportSize();
  const height = former?.height ?? 800;
  for (const width of atWidths) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(finishTransitions);
      if (keepsPictures)
        await page.screenshot({
          path: info.outputPath(`${name}-${colorScheme}-${width}.png`),
          fullPage,
        });
      const violations = await violationsOf(
        page,
        colorScheme === "dark" ? rulesOfColors : undefined,
      );
      expect(violations, `${name} at ${width} px, ${colorScheme}`).toEqual([]);
    }
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
      `${name} at ${width} px`,
      // Below 0 where the page reserves space for a scrollbar.
    ).toBeLessThanOrEqual(0);
    await alsoCheck?.();
  }
  if (former !== null) await page.setViewportSize(former);
}
