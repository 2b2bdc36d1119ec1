import { expect, test } from "vitest";
import { visitAccount } from "@/testing/account-visitor";
import { signUp } from "@/testing/hosted-sign-up";
import { createHostedTenancy, returnTo } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import { maskEmail } from "./mask-email";

const run = provideService();
const create = () => createHostedTenancy(run.current, { accountPage: true });

test("can't be framed, cached or scripted by others", async () => {
  const visitor = visitAccount(run.current, await create());
  const { headers } = await visitor.page();
  expect(headers.get("content-security-policy")).toMatch(
    /default-src 'none'.*form-action 'none'.*frame-ancestors 'none'/,
  );
  expect(headers.get("content-security-policy")).not.toMatch(/unsafe|https:/);
  expect(headers.get("cache-control")).toBe("no-store");
});

test("links back to a registered address only, with its state and without a code", async () => {
  const tenancy = await create();
  const { phone } = await signUp(run.current, tenancy);
  const visitor = visitAccount(run.current, tenancy);
  const query = { redirect_uri: returnTo, state: 'a"<b' };
  const back = /data-back\s+href="([^"]*)"/;
  const hrefIn = (text: string) => back.exec(text)?.[1]?.replaceAll("&amp;", "&");
  const expected = `${returnTo}&state=a%22%3Cb`;
  expect(hrefIn(await (await visitor.page(query)).text())).toBe(expected);
  await visitor.signIn(phone);
  expect(hrefIn(await (await visitor.page(query)).text())).toBe(expected);
  expect(hrefIn(await (await visitor.page()).text())).toBeUndefined();
  for (const uri of ["https://evil.example", `${returnTo}x`, "javascript:alert(1)"]) {
    const refused = await visitor.page({ ...query, redirect_uri: uri });
    expect([refused.status, (await refused.text()).includes(uri)]).toEqual([400, false]);
  }
});

test("that fails says so with its request id, and can be opened again", async () => {
  const tenancy = await createHostedTenancy(run.current, {
    accountPage: true,
    verificationsPerMinutePerAddress: 1,
  });
  const visitor = visitAccount(run.current, tenancy);
  visitor.cookie = "guessed";
  // Times ten, because the tenancy is one for development.
  for (let count = 0; count < 10; count++) await visitor.page();
  const refused = await visitor.page({ locale: "es", state: '"><b' });
  const text = await refused.text();
  const id = refused.headers.get("x-request-id") ?? "";
  expect([refused.status, id]).toEqual([429, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(text).toContain(`indique este identificador de la solicitud: ${id}`);
  expect(text).toMatch(
    new RegExp(`href="/auth/${tenancy.id}/account\\?locale=es&amp;state=[^"<]*"[^>]*>Intentarlo`),
  );
});

test("shows names and labels as text only", async () => {
  const tenancy = await create();
  const { phone } = await signUp(run.current, tenancy);
  const visitor = visitAccount(run.current, tenancy);
  await visitor.signIn(phone);
  const { id = "" } =
    (await run.current.db.passkey.findFirst({ where: { tenancyId: tenancy.id } })) ?? {};
  const label = `"><script>alert(1)</script>`;
  expect((await visitor.step("rename-passkey", { passkeyId: id, label })).status).toBe(200);
  const text = await visitor.load();
  expect(text).toContain("&quot;&gt;&lt;script&gt;");
  expect(text).not.toContain("<script>alert");
});

test.each(["en", "de", "fr", "es"])("is in %s, and says so", async (locale) => {
  const tenancy = await create();
  const { phone } = await signUp(run.current, tenancy);
  const visitor = visitAccount(run.current, tenancy);
  await visitor.signIn(phone);
  const text = await (await visitor.page({ locale })).text();
  expect(text).toContain(`<html lang="${locale}">`);
  expect(text.replace(/<script type="application\/json".*<\/script>/s, "")).not.toContain("{{");
});

test.each([
  ["ada@example.com", "a•••@e•••.com"],
  ["a@b", "a•••@b•••"],
  ["", ""],
])("masks %s", (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
