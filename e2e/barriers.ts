import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, type TestInfo } from "@playwright/test";

/** Widths in CSS px: a phone and a desktop. */
export const widths = [390, 1280];

// A theme changes nothing else, so the dark one needs no other rules.
const rulesOfColors = ["color-contrast", "link-in-text-block"];

const keepsPictures = process.env["E2E_PICTURES"] === "1";

/** Names of the tables that are wider than their frame. */
export const findClipped = (tables: (HTMLElement | SVGElement)[]) =>
  tables.flatMap(({ parentElement: frame }) =>
    frame !== null && frame.scrollWidth > frame.clientWidth ? [frame.ariaLabel] : [],
  );

interface Look {
  page: Page;
  info: TestInfo;
  /** Default: the whole page. A dialog is shown over the visible part of the page. */
  fullPage?: boolean;
}

/**
 * Expects no accessibility violation from axe and no horizontal scrolling, in light and dark.
 * Saves pictures if E2E_PICTURES=1.
 */
export async function expectNoBarrier(
  { page, info, fullPage = true }: Look,
  name: string,
): Promise<void> {
  const width = page.viewportSize()?.width;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // During a theme transition, colors belong to neither theme. A transition in a closed fold never
    // finishes, because the browser doesn't render it.
    await page.evaluate(() => {
      const isShown = ({ effect }: Animation) =>
        effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true;
      const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
      return Promise.allSettled(transitions.filter(isShown).map(({ finished }) => finished));
    });
    if (keepsPictures)
      await page.screenshot({
        path: info.outputPath(`${name}-${colorScheme}-${width}.png`),
        fullPage,
      });
    // Frames that show emails run no scripts, so axe can't check them; the emails' own tests do.
    // Without frames, legacy mode finds the same in half the time.
    const axe = new AxeBuilder({ page }).exclude("iframe").setLegacyMode();
    if (colorScheme === "dark") axe.withRules(rulesOfColors);
    const { violations } = await axe.analyze();
    expect(
      violations.map(({ id, nodes }) => `${name}, ${colorScheme}: ${id}: ${nodes[0]?.html}`),
    ).toEqual([]);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
      name,
      // Below 0 where the page reserves space for a scrollbar.
    ).toBeLessThanOrEqual(0);
  }
}
