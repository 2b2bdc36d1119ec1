import { beforeAll, describe, expect, test } from "vitest";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { updateUser } from "@/lib/domain/user/update-user";
import { type AccountVisitor, visitAccount } from "@/testing/account-visitor";
import { device, invalid, signUp, userOf } from "@/testing/hosted-sign-up";
import { createHostedTenancy, readCode } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const day = 24 * 60 * 60 * 1_000;
const forbidden = { status: 403, body: { _tag: "@error/Forbidden" } };

let tenancy: TestTenancy;
beforeAll(async () => {
  tenancy = await createHostedTenancy(run.current, { accountPage: true });
});

async function account() {
  const { phone, email } = await signUp(run.current, tenancy);
  const user = await userOf(tenancy, email);
  run.current.clock.advance(1_000);
  return { phone, email, sub: user?.sub ?? "", visitor: visitAccount(run.current, tenancy) };
}

const passkeysOf = (sub: string) =>
  run.current.db.passkey.findMany({ where: { sub }, orderBy: { id: "asc" } });
const actionsOf = async (targetId: string) =>
  (await run.current.db.auditEvent.findMany({ where: { tenancyId: tenancy.id, targetId } })).map(
    ({ action }) => action,
  );

/** A user with a passkey of two days and one of this minute. */
async function withPlanted() {
  const one = await account();
  run.current.clock.advance(2 * day);
  await one.visitor.signIn(one.phone);
  const planted = device();
  expect((await one.visitor.add(planted)).status).toBe(200);
  const [own, other] = await passkeysOf(one.sub);
  return { ...one, planted, own: own?.id ?? "", other: other?.id ?? "" };
}

const recorded = { status: 200, body: { outcome: "recorded" } };
const report = (visitor: AccountVisitor, passkeyId: string) =>
  visitor.step("report-passkey", { passkeyId });

const names = { givenName: "Grace", familyName: "Hopper" };

describe("the profile", () => {
  test("is changed by the user, with an event that names the fields", async () => {
    const { phone, email, sub, visitor } = await account();
    await visitor.signIn(phone);
    const profile = { ...names, givenName: "Rear Admiral", locale: "de" };
    expect((await visitor.step("change-profile", profile)).status).toBe(200);
    expect(await userOf(tenancy, email)).toMatchObject(profile);
    const event = await run.current.db.auditEvent.findFirst({
      where: { targetId: sub, action: "user.updated" },
    });
    expect(event).toMatchObject({ actorKind: "browser", detail: "givenName, locale" });
  });

  test("stays in a session with an emailed code", async () => {
    const { email, visitor } = await account();
    await visitor.signInByCode(email);
    const changes = { givenName: "X", familyName: "Y", locale: "fr" };
    expect(await visitor.step("change-profile", changes)).toMatchObject(forbidden);
    expect(await userOf(tenancy, email)).toMatchObject({ ...names, locale: null });
    expect(await visitor.load()).not.toContain("Hopper");
  });

  test.each(["tlh", "de-AT", "", "constructor", 7])(
    "can’t have the language %j, which changes nothing",
    async (locale) => {
      const { phone, email, sub, visitor } = await account();
      await visitor.signIn(phone);
      const reply = await visitor.step("change-profile", { ...names, givenName: "X", locale });
      expect(reply).toMatchObject({
        status: 400,
        body: { _tag: "@error/BadRequest", issues: [{ path: "locale" }] },
      });
      expect(reply.body["message"]).toMatch(/^locale: /);
      expect(await userOf(tenancy, email)).toMatchObject({ ...names, locale: null });
      expect(await actionsOf(sub)).not.toContain("user.updated");
    },
  );
});

describe("the language", () => {
  const languageOf = async (response: Promise<Response>) =>
    /<html lang="([^"]*)">/.exec(await (await response).text())?.[1];

  test("is the page’s from then on, unless the address names another", async () => {
    const { phone, visitor } = await account();
    const browser = { "accept-language": "es" };
    await visitor.signIn(phone);
    expect(await languageOf(visitor.page({}, browser))).toBe("es");
    await visitor.step("change-profile", { ...names, locale: "de" });
    expect(await languageOf(visitor.page({}, browser))).toBe("de");
    expect(await visitor.load()).toMatch(/<option\s+value="de"\s+lang="de"\s+selected\s*>Deutsch</);
    expect(await languageOf(visitor.page({ locale: "fr" }, browser))).toBe("fr");
    expect(await languageOf(visitor.page({ locale: "tlh" }, browser))).toBe("de");
    await visitor.step("change-profile", { ...names, locale: null });
    expect(await languageOf(visitor.page({}, browser))).toBe("es");
  });

  test("is the user’s own, and not that of the next visitor", async () => {
    const { phone, visitor } = await account();
    await visitor.signIn(phone);
    await visitor.step("change-profile", { ...names, locale: "de" });
    await visitor.step("sign-out");
    expect(await languageOf(visitor.page())).toBe("en");
    const other = await account();
    await other.visitor.signIn(other.phone);
    expect(await languageOf(other.visitor.page())).toBe("en");
  });
});

describe("recent activity", () => {
  test("is in words, of the own account only", async () => {
    const { phone, visitor } = await account();
    const stranger = await account();
    await stranger.visitor.signIn(stranger.phone);
    await visitor.signIn(phone);
    const text = await visitor.load();
    expect(text).toMatch(/Signed in with the passkey<.*Passkey added</s);
    expect(text).not.toContain(stranger.email);
  });

  test("has a sign-in and a new passkey at once", async () => {
    const { phone, visitor } = await account();
    await visitor.signIn(phone);
    run.current.clock.advance(1);
    expect(await visitor.load()).toMatch(/Signed in with the passkey<.*Passkey added</s);
    await visitor.add(device());
    expect(await visitor.load()).toMatch(/Passkey added<.*Signed in with the passkey</s);
  });

  test("says “passkey” once of one without a name, in each language", async () => {
    const { phone, visitor } = await account();
    await visitor.signIn(phone);
    await run.current.timeline.flush();
    for (const [locale, added, signedIn] of [
      ["de", "Passkey hinzugefügt", "Angemeldet mit Passkey"],
      ["fr", "Clé d’accès ajoutée", "Connexion avec la clé d’accès"],
      ["es", "Llave de acceso añadida", "Sesión iniciada con la llave de acceso"],
    ] as const) {
      const text = await (await visitor.page({ locale })).text();
      expect(text).toContain(`>${added}<`);
      expect(text).toContain(`>${signedIn}<`);
    }
  });

  test("says what the user changed, and what the tenancy did", async () => {
    const { phone, sub, visitor, other } = await withPlanted();
    await visitor.step("change-profile", { ...names, givenName: "Amazing", locale: "en" });
    run.current.clock.advance(1);
    await updateUser(tenancy.ctx, sub, { familyName: "Murray" });
    run.current.clock.advance(1);
    await report(visitor, other);
    Object.assign(visitor, { cookie: "", ticket: "" });
    await visitor.signIn(phone);
    const text = await visitor.load();
    expect(text).toMatch(
      /You disabled the passkey<.*Details changed by .*>Last name<.*Profile changed<.*>First name</s,
    );
  });

  test("names what changed in the page’s language, and leaves out an update of nothing", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    await updateUser(tenancy.ctx, sub, { givenName: "Amazing", familyName: "Murray" });
    run.current.clock.advance(1);
    await updateUser(tenancy.ctx, sub, { givenName: "Amazing" });
    const text = await (await visitor.page({ locale: "de" })).text();
    expect(text.split("Angaben von")).toHaveLength(2);
    expect(text).toContain(">Vorname, Nachname<");
  });

  test("offers “This wasn’t me” at each use of a passkey", async () => {
    const { phone, visitor } = await account();
    await visitor.signIn(phone);
    run.current.clock.advance(1);
    await visitor.signIn(phone);
    await run.current.timeline.flush();
    expect((await visitor.load()).match(/data-act="report"/g)).toHaveLength(3);
  });
});

describe("“This wasn’t me”", () => {
  test("disables the passkey, and ends every session of the account", async () => {
    const { phone, sub, visitor, planted, other } = await withPlanted();
    const thief = visitAccount(run.current, tenancy);
    await thief.signIn(planted);
    expect(await report(visitor, other)).toMatchObject({ status: 200, body: {} });
    expect((await passkeysOf(sub)).map(({ disabledAt }) => disabledAt === null)).toEqual([
      true,
      false,
    ]);
    expect(await run.current.db.accountSession.count({ where: { sub } })).toBe(0);
    expect(await actionsOf(other)).toContain("passkey.reported");
    expect(await thief.step("sign-out")).toMatchObject(invalid);
    expect(await thief.signIn(planted)).toMatchObject({ status: 403 });
    Object.assign(visitor, { cookie: "", ticket: "" });
    expect((await visitor.signIn(phone)).status).toBe(200);
  });

  test("with an emailed code, only of a passkey younger than a week, and never the last", async () => {
    const { email, sub, own, other } = await withPlanted();
    run.current.clock.advance(5 * day);
    const visitor = visitAccount(run.current, tenancy);
    await visitor.signInByCode(email);
    // Seven days old by now.
    expect(await report(visitor, own)).toMatchObject(recorded);
    expect(await report(visitor, other)).toMatchObject({ body: { outcome: "disabled" } });
    const again = visitAccount(run.current, tenancy);
    await again.signInByCode(email);
    expect(await report(again, own)).toMatchObject(recorded);
    expect((await passkeysOf(sub)).map(({ disabledAt }) => disabledAt === null)).toEqual([
      true,
      false,
    ]);
  });

  test("not by a planted passkey, of the owner's", async () => {
    const { sub, planted, own } = await withPlanted();
    const thief = visitAccount(run.current, tenancy);
    await thief.signIn(planted);
    expect(await report(thief, own)).toMatchObject(forbidden);
    expect((await passkeysOf(sub)).every(({ disabledAt }) => disabledAt === null)).toBe(true);
  });

  test("of the last passkey sends a code, which signs in to add another", async () => {
    const { phone, email, sub, visitor } = await account();
    await visitor.signIn(phone);
    const [own] = await passkeysOf(sub);
    run.current.clock.advance(1);
    const { status, body } = await report(visitor, own?.id ?? "");
    expect([status, body["email"]]).toEqual([200, email]);
    const code = await readCode(run.current, tenancy, body["digits"] as number);
    visitor.cookie = "";
    expect((await visitor.step("check-code", { pending: body["pending"], code })).status).toBe(200);
    expect((await visitor.add(device())).status).toBe(200);
    expect(await passkeysOf(sub)).toHaveLength(2);
  });

  test("of the last passkey is refused without a verified email", async () => {
    const { phone, sub, visitor } = await account();
    await run.current.db.user.updateMany({ where: { sub }, data: { emailVerified: false } });
    await visitor.signIn(phone);
    const [own] = await passkeysOf(sub);
    expect(await report(visitor, own?.id ?? "")).toMatchObject(forbidden);
    expect(await passkeysOf(sub)).toMatchObject([{ disabledAt: null }]);
  });

  test("of both passkeys at once disables one", async () => {
    const { sub, visitor, own, other } = await withPlanted();
    await run.current.db.user.updateMany({ where: { sub }, data: { emailVerified: false } });
    const replies = await Promise.all([report(visitor, own), report(visitor, other)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await passkeysOf(sub)).filter(({ disabledAt }) => disabledAt === null)).toHaveLength(1);
  });
});

describe("the download", () => {
  test("has everything about the user, and nothing that operators wrote", async () => {
    const { phone, email, sub, visitor } = await account();
    const [own] = await passkeysOf(sub);
    const reason = "looks odd to Bob";
    await setPasskeysEnabled(tenancy.ctx, { passkeyIds: [own?.id ?? ""], enabled: false, reason });
    await setPasskeysEnabled(tenancy.ctx, { passkeyIds: [own?.id ?? ""], enabled: true, reason });
    await visitor.signIn(phone);
    await visitor.step("change-profile", { ...names, locale: "fr" });
    const { status, text } = await visitor.step("download");
    expect(status).toBe(200);
    // Readable without a tool.
    expect(text).toMatch(/^\[\n {2}\{\n {4}"_tag": "ExportedUser",\n/);
    const lines = JSON.parse(text) as Record<string, unknown>[];
    expect(lines[0]).toMatchObject({ _tag: "ExportedUser", user: { email, locale: "fr" } });
    expect(lines.at(-1)).toMatchObject({ _tag: "UserExportEnd" });
    expect(text).toContain("passkey.disabled");
    expect(text).not.toMatch(/looks odd|"address"/);
    // The reason of an event of the timeline is why it failed.
    const audited = lines.filter(({ _tag }) => _tag === "ExportedAuditEvent");
    expect(JSON.stringify(audited)).not.toContain('"reason":');
    expect(await actionsOf(sub)).toContain("user.exported");
  });

  test("needs a passkey that was just used", async () => {
    const { phone, email, sub, visitor } = await account();
    const byCode = visitAccount(run.current, tenancy);
    await byCode.signInByCode(email);
    expect(await byCode.step("download")).toMatchObject(forbidden);
    await visitor.signIn(phone);
    run.current.clock.advance(6 * 60_000);
    expect(await visitor.step("download")).toMatchObject({ body: { reason: "confirm" } });
    expect(await actionsOf(sub)).not.toContain("user.exported");
  });
});
