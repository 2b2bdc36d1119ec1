import type { Locator } from "@playwright/test";
import { expect, test } from "./console-fixtures";
import { fillTenancy, isOpen, pages as consolePages, pathOf } from "./console-pages";

const maxTabs = 5;

type MainAction = (main: Locator) => Locator;
const button =
  (name: string | RegExp): MainAction =>
  (main) =>
    main.getByRole("button", { name });
const link =
  (name: string | RegExp): MainAction =>
  (main) =>
    main.getByRole("link", { name });
const field =
  (label: string): MainAction =>
  (main) =>
    main.getByLabel(label, { exact: true });
const search: MainAction = (main) => main.getByRole("searchbox");

// A form's first control. Pages with several forms begin with an index of them.
const firstControl: MainAction = (main) =>
  main
    .locator("nav:not([aria-label=Settings]) a, form :is(input, select, textarea, button, summary)")
    .first();

/** What operators open each page for. Null for pages that only show facts. */
const mainActions: Record<string, MainAction | null> = {
  "[tenancyId]": link(/./),
  "[tenancyId]/activity": search,
  "[tenancyId]/users": search,
  "[tenancyId]/users/[sub]": button("Disable user"),
  "[tenancyId]/passkeys": search,
  "[tenancyId]/passkeys/[passkeyId]": button(/^(Enable|Disable) passkey/),
  "[tenancyId]/challenges": search,
  "[tenancyId]/challenges/[challengeId]": button("Send a new code"),
  "[tenancyId]/api-keys": link("Create key"),
  "[tenancyId]/api-keys/new": field("Name"),
  "[tenancyId]/api-keys/[keyId]": button(/^Actions for/),
  "[tenancyId]/audit": search,
  "[tenancyId]/audit/[eventId]": link("person-0@example.com"),
  "[tenancyId]/members": button("Invite member"),
  "[tenancyId]/settings": firstControl,
  "[tenancyId]/settings/sites": firstControl,
  "[tenancyId]/settings/hosted-pages": firstControl,
  "[tenancyId]/settings/sign-in": firstControl,
  "[tenancyId]/settings/passkey-policy": firstControl,
  "[tenancyId]/settings/limits": firstControl,
  "[tenancyId]/settings/branding": firstControl,
  "[tenancyId]/settings/webhooks": link("Create webhook"),
  "[tenancyId]/settings/webhooks/new": field("Name"),
  "[tenancyId]/settings/webhooks/[webhookId]": button("Disable"),
  "[tenancyId]/settings/webhooks/[webhookId]/deliveries": null,
  "[tenancyId]/settings/danger": button(/^Suspend/),
  account: link("Add a passkey"),
  "account/passkeys/new": button(/passkey/),
  status: null,
  tenancies: link("Create a tenancy"),
  "tenancies/new": field("Name"),
  "to/[...page]": link(/./),
};

/** Pages without a heading of their own, and pages that operators see before they are signed in. */
const isOther = (page: string) => isOpen(page) || page.includes("unknown");

/** Presses Tab from the page's heading. Returns how often, or null if the action isn't reached. */
async function tabsTo(action: Locator, heading: Locator): Promise<number | null> {
  await expect(action).toBeVisible();
  await heading.evaluate((element) => {
    element.tabIndex = -1;
    element.focus();
  });
  for (let tabs = 1; tabs <= maxTabs; tabs++) {
    await heading.page().keyboard.press("Tab");
    // A link that skips other links counts as one more key.
    const skip = heading.page().locator("main a:focus", { hasText: /^Skip/ });
    if ((await skip.count()) > 0) await heading.page().keyboard.press("Enter");
    if (await action.evaluate((element) => element === document.activeElement)) return tabs;
  }
  return null;
}

test("five Tabs lead from each page’s heading to its main action", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  test.slow();
  const { sub } = await operator();
  const parameters = await fillTenancy(database, tenancy.id, sub);
  const pages = consolePages.filter((each) => !isOther(each));
  expect(Object.keys(mainActions).sort()).toEqual(pages.sort());
  const far: string[] = [];
  for (const each of pages) {
    const action = mainActions[each];
    if (!action) continue;
    await page.goto(pathOf(each, parameters));
    const heading = page.getByRole("heading", { level: 1 });
    await heading.waitFor();
    const tabs = await tabsTo(action(page.getByRole("main")).first(), heading);
    if (tabs === null) far.push(each);
  }
  expect(far).toEqual([]);
});

test("on a phone, the tabs of the settings are one row that follows the page and the focus", async ({
  page,
  operator,
  tenancy,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/settings/webhooks`);
  const tabs = page.getByRole("navigation", { name: "Settings", exact: true });
  await expect(tabs.getByRole("link", { name: "Webhooks" })).toBeInViewport({ ratio: 1 });
  expect(await tabs.evaluate((row) => row.clientHeight)).toBeLessThan(60);
  await tabs.getByRole("link", { name: "Webhooks" }).focus();
  await page.keyboard.press("Tab");
  await expect(tabs.getByRole("link", { name: "Danger zone" })).toBeFocused();
  await expect(tabs.getByRole("link", { name: "Danger zone" })).toBeInViewport({ ratio: 1 });
  await tabs.getByRole("link", { name: "General" }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(tabs.getByRole("link", { name: "General" })).toBeInViewport({ ratio: 1 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
});
