import { beforeAll, describe, expect, test } from "vitest";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { setTenancySuspended } from "@/lib/domain/tenancy/set-tenancy-suspended";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { type AccountVisitor, visitAccount } from "@/testing/account-visitor";
import { device, invalid, newEmail, signUp, userOf } from "@/testing/hosted-sign-up";
import { createHostedTenancy, readCode } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const day = 24 * 60 * 60 * 1_000;
const minute = 60 * 1_000;

const forbidden = { status: 403, body: { _tag: "@error/Forbidden" } };
const confirmFirst = { status: 403, body: { reason: "confirm" } };

let tenancy: TestTenancy;
beforeAll(async () => {
  tenancy = await createHostedTenancy(run.current, { accountPage: true });
});

async function account(of = tenancy) {
  const { phone, email } = await signUp(run.current, of);
  const user = await userOf(of, email);
  const visitor = visitAccount(run.current, of);
  // So that a second passkey has a later id.
  run.current.clock.advance(1_000);
  return { phone, email, sub: user?.sub ?? "", visitor };
}

const passkeysOf = (sub: string) =>
  run.current.db.passkey.findMany({
    where: { tenancyId: tenancy.id, sub },
    orderBy: { id: "asc" },
  });
const sessionsOf = (sub: string) =>
  run.current.db.accountSession.count({ where: { tenancyId: tenancy.id, sub } });
const actionsOf = async (targetId: string) =>
  (
    await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, targetId },
      orderBy: { id: "asc" },
    })
  ).map(({ action }) => action);
const idOf = async (sub: string, at = 0) => (await passkeysOf(sub))[at]?.id ?? "";
/** Everything that changes an account, so that a limited session can try each. */
const changes = async (visitor: AccountVisitor, sub: string) => [
  await visitor.step("new-passkey-options"),
  await visitor.step("rename-passkey", { passkeyId: await idOf(sub), label: "mine" }),
  await visitor.step("remove-passkey", { passkeyId: await idOf(sub) }),
];

/** Adds a second passkey, and makes both older than a day. */
async function withTwo() {
  const one = await account();
  await one.visitor.signIn(one.phone);
  const second = device();
  expect((await one.visitor.add(second)).status).toBe(200);
  run.current.clock.advance(2 * day);
  return { ...one, second };
}

describe("a session with a passkey", () => {
  test("is stored as a hash, in a cookie for the page only", async () => {
    const { phone, sub, visitor } = await account();
    const { status, headers, body } = await visitor.signIn(phone);
    expect([status, Object.keys(body)]).toEqual([200, ["returnTo", "ticket"]]);
    expect(headers.getSetCookie()[0]).toBe(
      `keystead-account=${visitor.cookie}; Max-Age=43200; Path=/auth/${tenancy.id}/account; HttpOnly; SameSite=Lax`,
    );
    const rows = await run.current.db.accountSession.findMany({ where: { sub } });
    expect(JSON.stringify(rows)).not.toContain(visitor.cookie);
    expect(await actionsOf(sub)).toContain("user.account-opened");
    expect(await visitor.load()).toContain("Signed in as");
  });

  test("leaves no code that could be exchanged", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    await visitor.add(device());
    const codes = await run.current.db.oneTimeToken.findMany({
      where: { tenancyId: tenancy.id, sub, kind: "code", consumedAt: null },
    });
    // The one of the registration on the hosted pages.
    expect(codes).toHaveLength(1);
  });

  test("adds, names and removes passkeys, each with an event", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    expect(await visitor.add(device())).toMatchObject({
      status: 200,
      body: { quarantinedUntil: 0 },
    });
    run.current.clock.advance(2 * day);
    visitor.cookie = visitor.ticket = "";
    await visitor.signIn(phone);
    const [, added] = await passkeysOf(sub);
    const passkeyId = added?.id ?? "";
    const label = "  Work\u202e laptop\n ";
    expect((await visitor.step("rename-passkey", { passkeyId, label })).status).toBe(200);
    expect((await passkeysOf(sub))[1]?.label).toBe("Work laptop");
    expect(await visitor.load()).toContain("Work laptop");
    expect(await visitor.step("remove-passkey", { passkeyId })).toMatchObject({
      status: 200,
      body: { rpId: "localhost", credentialId: added?.credentialId, endsSession: false },
    });
    expect(await passkeysOf(sub)).toHaveLength(1);
    expect(new Set(await actionsOf(passkeyId))).toEqual(
      new Set(["passkey.registered", "passkey.labeled", "passkey.deleted"]),
    );
  });

  test("asks for the passkey again after five minutes, and then has another cookie", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    run.current.clock.advance(5 * minute);
    for (const reply of await changes(visitor, sub)) expect(reply).toMatchObject(confirmFirst);
    const before = { ...visitor };
    expect((await visitor.confirm(phone)).status).toBe(200);
    expect(visitor.cookie).not.toBe(before.cookie);
    expect((await visitor.step("new-passkey-options")).status).toBe(200);
    const stolen = visitAccount(run.current, tenancy);
    Object.assign(stolen, { cookie: before.cookie, ticket: before.ticket });
    expect(await stolen.step("new-passkey-options")).toMatchObject(invalid);
    expect(await sessionsOf(sub)).toBe(1);
  });

  test("can't be confirmed with another user's passkey", async () => {
    const { phone, sub, visitor } = await account();
    const other = await account();
    await visitor.signIn(phone);
    expect(await visitor.confirm(other.phone)).toMatchObject(forbidden);
    expect([await sessionsOf(sub), await sessionsOf(other.sub)]).toEqual([1, 0]);
  });

  test("ends after 15 minutes without use, and 12 hours after the sign-in", async () => {
    const { phone, visitor } = await account();
    await visitor.signIn(phone);
    run.current.clock.advance(15 * minute);
    expect(await visitor.load()).not.toContain("Signed in as");
    visitor.ticket = visitor.cookie = "";
    await visitor.signIn(phone);
    for (let passed = 0; passed < 12 * 60; passed += 14) {
      expect(await visitor.load()).toContain("Signed in as");
      run.current.clock.advance(14 * minute);
    }
    expect(await visitor.load()).not.toContain("Signed in as");
  });

  test("ends when the user signs out", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    const { cookie, ticket } = visitor;
    const { status, headers } = await visitor.step("sign-out");
    expect([status, headers.getSetCookie()[0]]).toEqual([
      200,
      `keystead-account=; Max-Age=0; Path=/auth/${tenancy.id}/account; HttpOnly; SameSite=Lax`,
    ]);
    Object.assign(visitor, { cookie, ticket });
    expect(await visitor.step("new-passkey-options")).toMatchObject(invalid);
    expect(await actionsOf(sub)).toContain("user.account-closed");
  });

  test.each<[string, (sub: string, passkeyId: string) => Promise<unknown>]>([
    ["the user is disabled", (sub) => setUserDisabled(tenancy.ctx, sub, true)],
    [
      "the user was disabled for a moment",
      async (sub) => {
        await setUserDisabled(tenancy.ctx, sub, true);
        await setUserDisabled(tenancy.ctx, sub, false);
      },
    ],
    ["the user is erased", (sub) => eraseUser(tenancy.ctx, sub)],
    [
      "its passkey is disabled",
      (_sub, id) => setPasskeysEnabled(tenancy.ctx, { passkeyIds: [id], enabled: false }),
    ],
    [
      "its passkey is deleted",
      (_sub, id) => run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id, id } }),
    ],
    [
      "its passkey is put into quarantine",
      (_sub, id) =>
        run.current.db.passkey.updateMany({
          where: { tenancyId: tenancy.id, id },
          data: { quarantinedUntil: new Date(run.current.clock.now() + day) },
        }),
    ],
    [
      "its passkey is moved to another user",
      async (_sub, id) =>
        tenancy.backend("PATCH", `passkeys/${id}`, { userId: `other-${id.slice(-6)}` }),
    ],
    [
      "the tenancy is suspended for a moment",
      async () => {
        await setTenancySuspended(tenancy.ctx, true);
        await setTenancySuspended(tenancy.ctx, false);
      },
    ],
  ])("ends when %s", async (_name, end) => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    await visitor.load();
    await end(sub, await idOf(sub));
    expect(await visitor.step("new-passkey-options")).toMatchObject(invalid);
    expect(await visitor.load()).not.toContain("Signed in as");
  });
});

describe("the last way to sign in", () => {
  const unverify = (sub: string) =>
    run.current.db.user.updateMany({
      where: { tenancyId: tenancy.id, sub },
      data: { emailVerified: false, emailOwned: true },
    });

  test("stays, unless emailed codes to a verified address sign in", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    await unverify(sub);
    const passkeyId = await idOf(sub);
    expect(await visitor.step("remove-passkey", { passkeyId })).toMatchObject(forbidden);
    expect(await visitor.load()).toContain("This is your last way to sign in.");
    await run.current.db.user.updateMany({ where: { sub }, data: { emailVerified: true } });
    expect(await visitor.step("remove-passkey", { passkeyId })).toMatchObject({
      status: 200,
      body: { endsSession: true },
    });
    expect(await sessionsOf(sub)).toBe(0);
  });

  test("stays when both passkeys are removed at once", async () => {
    const { phone, second, sub, visitor } = await withTwo();
    await unverify(sub);
    const other = visitAccount(run.current, tenancy);
    visitor.ticket = visitor.cookie = "";
    await visitor.signIn(phone);
    await other.signIn(second);
    const [one, two] = await passkeysOf(sub);
    const replies = await Promise.all([
      visitor.step("remove-passkey", { passkeyId: two?.id }),
      other.step("remove-passkey", { passkeyId: one?.id }),
    ]);
    expect(replies.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(await passkeysOf(sub)).toHaveLength(1);
  });

  test("is not a disabled or quarantined one", async () => {
    const { phone, sub, visitor } = await withTwo();
    await unverify(sub);
    visitor.ticket = visitor.cookie = "";
    await visitor.signIn(phone);
    const [one, two] = await passkeysOf(sub);
    await run.current.db.passkey.updateMany({
      where: { id: two?.id ?? "" },
      data: { quarantinedUntil: new Date(run.current.clock.now() + day) },
    });
    expect(await visitor.step("remove-passkey", { passkeyId: one?.id })).toMatchObject(forbidden);
    await setPasskeysEnabled(tenancy.ctx, { passkeyIds: [two?.id ?? ""], enabled: false });
    expect(await visitor.step("remove-passkey", { passkeyId: one?.id })).toMatchObject(forbidden);
    // A disabled one can always go.
    expect((await visitor.step("remove-passkey", { passkeyId: two?.id })).status).toBe(200);
  });
});

describe("a session with an emailed code", () => {
  test("of a user with a passkey sees masked data and changes nothing", async () => {
    const { email, sub, visitor } = await account();
    expect((await visitor.signInByCode(email)).status).toBe(200);
    const text = await visitor.load();
    expect(text).toContain("g•••@e•••.com");
    expect(text).not.toContain(email);
    for (const reply of await changes(visitor, sub)) expect(reply).toMatchObject(forbidden);
    expect(await visitor.step("send-proof")).toMatchObject(forbidden);
    expect(await passkeysOf(sub)).toMatchObject([{ label: null }]);
  });

  test("gains a passkey's rights only with a new cookie", async () => {
    const { email, phone, sub, visitor } = await account();
    await visitor.signInByCode(email);
    const { cookie } = visitor;
    await visitor.confirm(phone);
    expect(visitor.cookie).not.toBe(cookie);
    expect((await visitor.step("new-passkey-options")).status).toBe(200);
    expect(await sessionsOf(sub)).toBe(1);
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
    expect(await passkeysOf(sub)).toHaveLength(1);
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
    for (const reply of await changes(thief, sub)) expect(reply).toMatchObject(forbidden);
    const text = await thief.load();
    expect(text).not.toContain(email);
    expect(text).toContain("Your passkey is new");
    expect(await passkeysOf(sub)).toHaveLength(2);
    run.current.clock.advance(minute);
    await thief.confirm(planted);
    expect((await thief.step("new-passkey-options")).status).toBe(200);
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

describe("with requireProofToAddPasskey", () => {
  const strict = () =>
    createHostedTenancy(run.current, { accountPage: true, requireProofToAddPasskey: true });
  const proofRequired = { status: 403, body: { _tag: "@error/ProofRequired" } };

  test("a code to the current mailbox adds one passkey", async () => {
    const { phone, visitor } = await account(await strict());
    await visitor.signIn(phone);
    expect(await visitor.add(device())).toMatchObject(proofRequired);
    expect((await visitor.prove()).status).toBe(200);
    expect((await visitor.add(device())).status).toBe(200);
    run.current.clock.advance(2 * day);
    Object.assign(visitor, { cookie: "", ticket: "" });
    await visitor.signIn(phone);
    expect(await visitor.add(device())).toMatchObject(proofRequired);
  });

  test("of two registrations with one code, one succeeds", async () => {
    const { phone, sub, visitor } = await account(await strict());
    await visitor.signIn(phone);
    await visitor.prove();
    const replies = await Promise.all([visitor.add(device()), visitor.add(device())]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await run.current.db.passkey.count({ where: { sub } })).toBe(2);
  });

  test("the code expires, and counts for no other mailbox", async () => {
    const { phone, sub, visitor } = await account(await strict());
    await visitor.signIn(phone);
    await visitor.prove();
    run.current.clock.advance(10 * minute);
    await visitor.confirm(phone);
    expect(await visitor.add(device())).toMatchObject(proofRequired);
    await visitor.prove();
    const email = newEmail();
    await run.current.db.user.updateMany({
      where: { sub },
      data: { email, emailNormalized: email },
    });
    expect(await visitor.add(device())).toMatchObject(proofRequired);
  });

  test("a code for signing in is no proof", async () => {
    const of = await strict();
    const { phone, email, visitor } = await account(of);
    await visitor.signIn(phone);
    const sent = await visitor.step("send-code", { email });
    const code = await readCode(run.current, of, sent.body["digits"] as number);
    const reply = await visitor.step("check-proof", { pending: sent.body["pending"], code });
    expect(reply).toMatchObject({ status: 400, body: { _tag: "@error/InvalidChallenge" } });
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
    const passkeyId = await idOf(sub);
    const notFound = { status: 404, body: { _tag: "@error/NotFound" } };
    expect(await other.visitor.step("remove-passkey", { passkeyId })).toMatchObject(notFound);
    expect(await other.visitor.step("rename-passkey", { passkeyId, label: "x" })).toMatchObject(
      notFound,
    );
    expect(await passkeysOf(sub)).toMatchObject([{ label: null }]);
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
    expect(await passkeysOf(sub)).toHaveLength(1);
  });

  test("everything without the setting", async () => {
    const off = await createHostedTenancy(run.current);
    const visitor = visitAccount(run.current, off);
    visitor.ticket = "any";
    expect((await visitor.page()).status).toBe(404);
    expect((await visitor.step("passkey-options", { mediation: "required" })).status).toBe(404);
  });
});
