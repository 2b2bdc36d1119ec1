import type { Page } from "@playwright/test";
import { ulid } from "ulid";
import { expect, type Role, test } from "./console-fixtures";
import { fillTenancy, isOpen, pages, pathOf } from "./console-pages";

/** Collects what the content security policy refuses. */
function policyErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && message.text().includes("Content Security Policy"))
      errors.push(message.text());
  });
  return errors;
}

test("an unknown address of the console is a 404 within its frame, without script errors", async ({
  page,
  operator,
  tenancy,
}) => {
  const errors = policyErrors(page);
  await operator({ tenancyId: tenancy.id, role: "support" });
  const path = `/console/${tenancy.id}`;
  const unknown = [`${path}/nope`, `${path}/users/a/b`, "/console/nope", "/console/nope/a/b"];
  const deleted = page.getByText("Deleted passkeys have no page");
  for (const address of [...unknown, "/console/status"]) {
    expect((await page.goto(address))?.status(), address).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" }).first()).toBeVisible();
    await expect(deleted).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Search", exact: true })).toBeVisible();
  }
  await page.goto(`${path}/users/${ulid().toLowerCase()}`);
  await expect(page.getByRole("heading", { name: "Page not found" }).first()).toBeVisible();
  await expect(page.getByRole("navigation", { name: tenancy.name })).toBeVisible();
  await page.goto(`${path}/settings`);
  await expect(page.getByText("or your role may not see it")).toBeVisible();
  await expect(deleted).toHaveCount(0);
  await page.goto(`${path}/passkeys/${ulid().toLowerCase()}`);
  await expect(deleted).toBeVisible();
  expect(errors).toEqual([]);
});

test("an unknown address of the documentation is a 404 without script errors", async ({ page }) => {
  const errors = policyErrors(page);
  for (const address of ["/docs/nope", "/docs/guides/nope", "/docs/a/b/c"]) {
    expect((await page.goto(address))?.status(), address).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
  expect(errors).toEqual([]);
});

const roles: Record<string, Role> = {
  "a system owner": {},
  "an owner": { role: "owner" },
  "an owner with an emailed code": { role: "owner", signIn: "code", isSteppedUp: false },
  "an admin": { role: "admin" },
  "a support agent": { role: "support" },
  "an auditor": { role: "auditor" },
};

/** Links of a page to pages of the console, from its HTML. */
const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="(\/console[^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&").replace(/#.*/, ""),
  );

/** How Next's pages say that they aren't there, or ask for another sign-in. */
const refusal = /NEXT_HTTP_ERROR_FALLBACK;404|NEXT_REDIRECT;\w+;\/console\/sign-in/;

for (const [name, role] of Object.entries(roles))
  test(`${name} sees no link that they may not follow`, async ({
    page,
    operator,
    tenancy,
    database,
  }) => {
    const { sub } = await operator(
      role.role === undefined ? role : { ...role, tenancyId: tenancy.id },
    );
    const parameters = await fillTenancy(database, tenancy.id, sub);
    const open = async (href: string) => {
      const reply = await page.request.get(href);
      const html = await reply.text();
      // A page with a skeleton has sent its status before it refuses.
      const isRefused =
        reply.status() === 404 ||
        refusal.test(html) ||
        new URL(reply.url()).pathname === "/console/sign-in";
      return { html, isRefused: isRefused && href.split("?")[0] !== "/console/sign-in" };
    };
    const missing = `/console/${tenancy.id}/users/${ulid().toLowerCase()}`;
    expect(await open(missing)).toMatchObject({ isRefused: true });
    const links = new Set<string>();
    for (const one of [...pages.filter((each) => !isOpen(each)), "[tenancyId]?checklist=show"]) {
      const { html } = await open(pathOf(one, parameters));
      for (const href of linksIn(html)) links.add(href);
    }
    expect(links.size).toBeGreaterThan(40);
    const refused: string[] = [];
    for (const href of links) if ((await open(href)).isRefused) refused.push(href);
    expect(refused).toEqual([]);
  });
