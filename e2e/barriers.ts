import { readFileSync } from "node:fs";
import { expect, type Page, type TestInfo } from "@playwright/test";
import type axe from "axe-core";

/** Widths in CSS px: a desktop and a phone. */
export const widths = [1280, 390];

const source = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

// A theme changes nothing else, so the dark one needs no other rules.
const rulesOfColors = ["color-contrast", "link-in-text-block"];

const keepsPictures = process.env["E2E_PICTURES"] === "1";

/** Names of the tables that are wider than their frame. */
export const findClipped = (tables: (HTMLElement | SVGElement)[]) =>
  tables.flatMap(({ parentElement: frame }) =>
    frame !== null && frame.scrollWidth > frame.clientWidth ? [frame.ariaLabel] : [],
  );

/** By how many CSS px the page is too wide. Below 0 where it reserves space for a scrollbar. */
const findExcess = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Elements that show only a part of their content and can't be scrolled. */
const findCut = () =>
  [...document.body.querySelectorAll("*:not(input)")]
    .filter(
      (element) =>
        // Below 2: inline elements, and what only screen readers get.
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth &&
        !/auto|scroll/.test(getComputedStyle(element).overflowX),
    )
    .map(({ outerHTML }) => outerHTML);

/**
 * Loads axe and stops movement, unless the document has both: during a transition to the other theme,
 * or to an enabled button, colors belong to neither. A document can get the globals of the one before
 * it, so what it has is kept with it.
 */
async function prepare(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in document)) return;
  await page.evaluate(`${source};Object.assign(document, { axe });`);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "*, ::before, ::after { animation: none !important; transition: none !important; }",
    );
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Returns what axe finds, as the rule and the first element of each violation. */
async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  return page.evaluate(async (values) => {
    const { axe: loaded } = document as unknown as { axe: typeof axe };
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
  /** Default: a desktop and a phone. */
  atWidths?: number[];
  /** More widths without horizontal scrolling. They show no element that the others don't. */
  alsoFits?: number[];
  /** Default: en. Other languages differ only in their words, so that nothing may be cut off. */
  locale?: string;
  /** Checks more at each of `atWidths`. */
  alsoCheck?: () => Promise<void>;
}

async function expectNoViolation(
  { page, info, fullPage = true, locale = "en" }: Look,
  name: string,
  width: number,
): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    if (keepsPictures)
      await page.screenshot({
        path: info.outputPath(`${name}-${colorScheme}-${width}.png`),
        animations: "disabled",
        fullPage,
      });
    if (locale !== "en") continue;
    const violations = await violationsOf(page, colorScheme === "dark" ? rulesOfColors : undefined);
    expect(violations, `${name} at ${width} px, ${colorScheme}`).toEqual([]);
  }
}

/**
 * Expects no accessibility violation from axe and no horizontal scrolling, at each width: all rules
 * in light, those of colors in dark, too. Each width gets both, because it can show other elements.
 * Saves pictures if E2E_PICTURES=1. Leaves the page at its width, in light.
 */
export async function expectNoBarrier(look: Look, name: string): Promise<void> {
  const { page, atWidths = widths, alsoFits = [], locale = "en", alsoCheck } = look;
  await page.waitForLoadState();
  if (locale === "en") await prepare(page);
  const former = page.viewportSize();
  for (const width of [...atWidths, ...alsoFits]) {
    await page.setViewportSize({ width, height: former?.height ?? 800 });
    const isMain = atWidths.includes(width);
    if (isMain) await expectNoViolation(look, name, width);
    const place = `${name} at ${width} px`;
    expect(await page.evaluate(findExcess), place).toBeLessThanOrEqual(0);
    if (locale !== "en") expect(await page.evaluate(findCut), place).toEqual([]);
    if (isMain) await alsoCheck?.();
  }
  if (former !== null) await page.setViewportSize(former);
}
