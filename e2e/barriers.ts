import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, type TestInfo } from "@playwright/test";

/** CSS px: a phone and a desk. */
export const widths = [390, 1280];

const keepsPictures = process.env["E2E_PICTURES"] === "1";

interface Look {
  page: Page;
  info: TestInfo;
  /** Default: the whole page. A dialog is shown as it lies over what is in view. */
  fullPage?: boolean;
}

/**
 * In light and in dark axe finds no barrier, and nothing scrolls sideways; with E2E_PICTURES=1
 * pictures are kept.
 */
export async function expectNoBarrier(
  { page, info, fullPage = true }: Look,
  name: string,
): Promise<void> {
  const width = page.viewportSize()?.width;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours on their way from one theme to the other are of neither.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .flatMap((each) => (each instanceof CSSTransition ? each.finished : [])),
      ),
    );
    if (keepsPictures)
      await page.screenshot({
        path: info.outputPath(`${name}-${colorScheme}-${width}.png`),
        fullPage,
      });
    // Nothing runs in the frames that mails are shown in, axe neither; mails are looked through
    // where they are drawn. Without frames, its older way tells the same in half the time.
    const { violations } = await new AxeBuilder({ page })
      .exclude("iframe")
      .setLegacyMode()
      .analyze();
    expect(
      violations.map(({ id, nodes }) => `${name}, ${colorScheme}: ${id}: ${nodes[0]?.html}`),
    ).toEqual([]);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
      name,
    ).toBe(0);
  }
}
