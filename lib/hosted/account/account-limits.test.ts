import { beforeAll, describe, expect, test } from "vitest";
import {
  createAccount,
  day,
  forbidden,
  idOf,
  minute,
  passkeysOf,
  sessionsOf,
  tryChanges,
} from "@/testing/account-rules";
import { visitAccount } from "@/testing/account-visitor";
import { device, invalid, newEmail } from "@/testing/hosted-sign-up";
import { createHostedTenancy } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";

const run = provideService();

let tenancy: TestTenancy;
beforeAll(async () => {
  tenancy = await createHostedTenancy(run.current, { accountPage: true });
});

const account = (of = tenancy) => createAccount(run.current, of);

describe("a session with an emailed code", () => {
  test("of a user with a passkey sees masked data and changes nothing", async () => {
    const { email, sub, visitor } = await account();
    expect((await visitor.signInByCode(email)).status).toBe(200);
    const text = await visitor.load();
    expect(text).toContain("g•••@e•••.com");
    expect(text).not.toContain(email);
    for (const reply of await tryChanges(run.current, { visitor, sub }))
      expect(reply).toMatchObject(forbidden);
    expect(await visitor.step("send-proof")).toMatchObject(forbidden);
    expect(await passkeysOf(run.current, sub)).toMatchObject([{ label: null }]);
  });

  test("gains a passkey's rights only with a new cookie", async () => {
    const { email, phone, sub, visitor } = await account();
    await visitor.signInByCode(email);
    const { cookie } = visitor;
    await visitor.confirm(phone);
    expect(visitor.cookie).not.toBe(cookie);
    expect((await visitor.step("new-passkey-options")).status).toBe(200);
    expect(await sessionsOf(run.current, sub)).toBe(1);
  });

  test("of a user without a passkey adds the first one, which ends other such sessions", async () => {
    const { email, sub, visitor } = await account();
    await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id, sub } });
    const thief = visitAccount(run.current, tenancy);
    await thief.signInByCode(email);
    await visitor.signInByCode(email);
    const { cookie } = visitor;
    expect((await visitor.add(device())).status).toBe(200);
    expect(visitor.cookie).not.toBe(cookie);
    expect(await thief.step("new-passkey-options")).toMatchObject(invalid);
    expect(await visitor.load()).toContain(email);
    expect((await visitor.step("new-passkey-options")).status).toBe(200);
  });

  test("of two that add the first passkey at once, one does", async () => {
    const { email, sub } = await account();
    await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id, sub } });
    const visitors = [visitAccount(run.current, tenancy), visitAccount(run.current, tenancy)];
    for (const visitor of visitors) await visitor.signInByCode(email);
    const replies = await Promise.all(visitors.map((visitor) => visitor.add(device())));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await passkeysOf(run.current, sub)).toHaveLength(1);
  });

  test("opens where codes only recover, also without room for another passkey", async () => {
    const full = await createHostedTenancy(run.current, {
      accountPage: true,
      emailCodes: "recovery-only",
      passkeysPerUser: 1,
    });
    const { email, sub, visitor } = await account(full);
    expect(await visitor.signInByCode(email)).toMatchObject({
      status: 200,
      body: { returnTo: "" },
    });
    for (const reply of await tryChanges(run.current, { visitor, sub }))
      expect(reply).toMatchObject(forbidden);
  });

  test("needs an account: a mailbox without one opens nothing", async () => {
    const visitor = visitAccount(run.current, tenancy);
    const email = newEmail();
    const { status, body, headers } = await visitor.signInByCode(email);
    expect([status, body, headers.getSetCookie()]).toEqual([200, { account: "none", email }, []]);
  });
});

describe("a passkey that was added within a day", () => {
  test("neither sees nor changes the account while there is an older one", async () => {
    const { phone, email, sub, visitor } = await account();
    await visitor.signIn(phone);
    const planted = device();
    await visitor.add(planted);
    run.current.clock.advance(day - minute);
    const thief = visitAccount(run.current, tenancy);
    expect((await thief.signIn(planted)).status).toBe(200);
    for (const reply of await tryChanges(run.current, { visitor: thief, sub }))
      expect(reply).toMatchObject(forbidden);
    const text = await thief.load();
    expect(text).not.toContain(email);
    expect(text).toContain("Your passkey is new");
    expect(await passkeysOf(run.current, sub)).toHaveLength(2);
    run.current.clock.advance(minute);
    await thief.confirm(planted);
    expect((await thief.step("new-passkey-options")).status).toBe(200);
  });

  test("changes the account if it is the oldest one", async () => {
    const { phone, visitor } = await account();
    await visitor.signIn(phone);
    await visitor.add(device());
    await visitor.confirm(phone);
    expect((await visitor.step("new-passkey-options")).status).toBe(200);
  });

  test("in quarantine can't sign in", async () => {
    const strict = await createHostedTenancy(run.current, {
      accountPage: true,
      quarantineHours: 48,
    });
    const { phone, visitor } = await account(strict);
    await visitor.signIn(phone);
    const planted = device();
    expect((await visitor.add(planted)).body["quarantinedUntil"]).toBeGreaterThan(0);
    const thief = visitAccount(run.current, strict);
    expect(await thief.signIn(planted)).toMatchObject({
      status: 403,
      body: { _tag: "@error/PasskeyDisabled", reason: "quarantine" },
    });
    expect(await visitor.confirm(planted)).toMatchObject({ status: 403 });
  });
});

describe("refuses", () => {
  test("another tenancy's cookie and ticket", async () => {
    const { phone, visitor } = await account();
    await visitor.signIn(phone);
    await visitor.load();
    const elsewhere = await createHostedTenancy(run.current, { accountPage: true });
    const thief = visitAccount(run.current, elsewhere);
    thief.cookie = visitor.cookie;
    expect(await thief.load()).not.toContain("Signed in as");
    expect(await thief.step("new-passkey-options")).toMatchObject(invalid);
    thief.ticket = visitor.ticket;
    expect(await thief.step("new-passkey-options")).toMatchObject(invalid);
  });

  test("a post from another site, or with another session's ticket", async () => {
    const { phone, visitor } = await account();
    await visitor.signIn(phone);
    await visitor.load();
    const attacks: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of attacks)
      expect(await visitor.step("sign-out", {}, headers)).toMatchObject(forbidden);
    const plain = await visitor.step("sign-out", {}, { "content-type": "text/plain" });
    expect(plain.status).toBe(415);
    const other = await account();
    await other.visitor.signIn(other.phone);
    await other.visitor.load();
    visitor.ticket = other.visitor.ticket;
    expect(await visitor.step("sign-out")).toMatchObject(invalid);
    // The sign-in's ticket names no session.
    const { cookie } = visitor;
    Object.assign(visitor, { cookie: "", ticket: "" });
    await visitor.load();
    visitor.cookie = cookie;
    expect(await visitor.step("sign-out")).toMatchObject(invalid);
  });

  test("a known browser's cookie, and a passkey of another account", async () => {
    const { phone, sub, visitor } = await account();
    const { headers } = await visitor.signIn(phone);
    const known = headers.getSetCookie().find((each) => each.startsWith("keystead-browser"));
    const browser = visitAccount(run.current, tenancy);
    const page = await browser.page({}, { cookie: known?.split(";")[0] ?? "" });
    expect(await page.text()).not.toContain("Signed in as");
    const other = await account();
    await other.visitor.signIn(other.phone);
    const passkeyId = await idOf(run.current, sub);
    const notFound = { status: 404, body: { _tag: "@error/NotFound" } };
    expect(await other.visitor.step("remove-passkey", { passkeyId })).toMatchObject(notFound);
    expect(await other.visitor.step("rename-passkey", { passkeyId, label: "x" })).toMatchObject(
      notFound,
    );
    expect(await passkeysOf(run.current, sub)).toMatchObject([{ label: null }]);
  });

  test("a registration that another account began", async () => {
    const { phone, visitor, sub } = await account();
    const other = await account();
    await visitor.signIn(phone);
    await other.visitor.signIn(other.phone);
    const { body } = await visitor.step("new-passkey-options");
    const { sessionToken, optionsJSON } = body as unknown as {
      sessionToken: string;
      optionsJSON: never;
    };
    const planted = { sessionToken, response: device().register(optionsJSON) };
    expect(await other.visitor.step("new-passkey", planted)).toMatchObject(invalid);
    expect(await passkeysOf(run.current, sub)).toHaveLength(1);
  });

  test("everything without the setting", async () => {
    const off = await createHostedTenancy(run.current);
    const visitor = visitAccount(run.current, off);
    visitor.ticket = "any";
    expect((await visitor.page()).status).toBe(404);
    expect((await visitor.step("passkey-options", { mediation: "required" })).status).toBe(404);
  });
});
