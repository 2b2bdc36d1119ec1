import type { Browser, BrowserContext, Page, Route } from "@playwright/test";

// Before a page's script runs, a click, a key or a letter is lost. So every action of a journey waits until
// the page states that it listens, and every key also until no skeleton stands for a list. Playwright
// runs a page's locator handler before each action on a locator and each assertion, and then waits until the
// handler's locator is hidden.
const silent = 'html:has([data-listening="false"])';
const loading = "html:has([role=status][aria-label=Loading])";

const scriptless = new WeakSet<Page>();

/** Waits until each part of the page that has arrived handles keys and clicks. */
async function listening(page: Page): Promise<void> {
  if (scriptless.has(page)) return;
  await page.locator(`${silent}, ${loading}`).waitFor({ state: "hidden" });
}

/** Lets a journey act on a page whose scripts are held or blocked. */
export async function actWithoutScripts(page: Page): Promise<void> {
  scriptless.add(page);
  await page.removeLocatorHandler(page.locator(silent));
}

function keysWait({ keyboard }: Page, wait: () => Promise<void>): void {
  const { press, type, down, insertText } = keyboard;
  keyboard.press = async (...args) => wait().then(() => press.apply(keyboard, args));
  keyboard.type = async (...args) => wait().then(() => type.apply(keyboard, args));
  keyboard.down = async (...args) => wait().then(() => down.apply(keyboard, args));
  keyboard.insertText = async (...args) => wait().then(() => insertText.apply(keyboard, args));
}

function actionsWait(context: BrowserContext): void {
  context.on("page", (page) => {
    keysWait(page, () => listening(page));
    // Rejects if the page closes at once, which nothing waits for.
    page.addLocatorHandler(page.locator(silent), async () => undefined).catch(() => undefined);
  });
}

/** Makes the actions on every page of the browser wait until the page listens. */
export function waitForListening(browser: Browser): void {
  const create = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await create(options);
    if (options?.javaScriptEnabled !== false) actionsWait(context);
    return context;
  };
}

/** Holds the scripts that the page loads from now on. Returns a function that lets them pass. */
export async function holdScripts(page: Page): Promise<() => Promise<unknown>> {
  let held: Route[] | undefined = [];
  await page.route("**/_next/static/**", async (route) => {
    if (held === undefined) await route.continue();
    else held.push(route);
  });
  return () => {
    const routes = held ?? [];
    held = undefined;
    return Promise.all(routes.map((route) => route.continue()));
  };
}
