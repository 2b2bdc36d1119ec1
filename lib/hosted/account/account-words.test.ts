import { beforeAll, describe, expect, test } from "vitest";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { createAccount, idOf } from "@/testing/account-rules";
import { visitAccount } from "@/testing/account-visitor";
import { device, newEmail } from "@/testing/hosted-sign-up";
import { createHostedTenancy, readCode } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";

// What the page says to users who need a way forward.

const run = provideService();
let tenancy: TestTenancy;
beforeAll(async () => {
  tenancy = await createHostedTenancy(run.current, { accountPage: true });
});

const account = (of = tenancy) => createAccount(run.current, of);

describe("a code for an address that signs no one in", () => {
  test("gets the same reply and words whether or not an account claims it", async () => {
    const { email, sub } = await account();
    await run.current.db.user.updateMany({
      where: { sub },
      data: { emailVerified: false, emailOwned: false },
    });
    for (const address of [email, newEmail()])
      expect(await visitAccount(run.current, tenancy).signInByCode(address)).toMatchObject({
        status: 200,
        body: { account: "none", email: address },
      });
    const text = await visitAccount(run.current, tenancy).load();
    const view = /<section data-view="none".*?<\/section>/s.exec(text)?.[0] ?? "";
    expect(view).toContain("We can’t sign you in with this address");
    expect(view).toMatch(/data-act="restart"\s.*Use another address/s);
    expect(view).toMatch(/data-act="passkey"\s.*Sign in with a passkey/s);
    expect(view).not.toContain("No account");
  });
});

describe("recent activity", () => {
  test("names passkeys, with exact times, and folds all but five entries", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    await run.current.timeline.flush();
    const passkeyId = await idOf(run.current, sub);
    for (const label of ["One", "Two", "Three", "Four"]) {
      await visitor.step("rename-passkey", { passkeyId, label });
      run.current.clock.advance(1);
    }
    const text = await visitor.load();
    const section = /aria-labelledby="activity".*?<\/section>/s.exec(text)?.[0] ?? "";
    const [shown = "", folded = ""] = section.split("<details>");
    expect(shown.match(/<li /g)).toHaveLength(5);
    expect(shown).toMatch(/Passkey “Four” renamed.*data-exact.*Signed in with the passkey “Four”/s);
    expect(folded).toMatch(/>Show more<.*Passkey “Four” added/s);
    expect(section).not.toContain("unknown app or device");
  });

  test("says why a sign-in failed, and whom to ask about a disabled passkey", async () => {
    const { phone, sub, email, visitor } = await account();
    await visitor.add(device());
    const passkeyIds = [await idOf(run.current, sub)];
    const reason = "suspected by Bob";
    await setPasskeysEnabled(tenancy.ctx, { passkeyIds, enabled: false, reason });
    expect((await visitAccount(run.current, tenancy).signIn(phone)).status).toBe(403);
    await run.current.timeline.flush();
    const byCode = visitAccount(run.current, tenancy);
    await byCode.signInByCode(email);
    const inLanguage = async (locale: string) =>
      /aria-labelledby="activity".*?<\/section>/s.exec(
        await (await byCode.page({ locale })).text(),
      )?.[0] ?? "";
    const english = await inLanguage("en");
    expect(english).toMatch(/A sign-in failed<.*The passkey was disabled\.</s);
    expect(english).toMatch(/ disabled the passkey<.*It can’t sign in\. Ask .+ why\.</s);
    expect(english).not.toContain("Bob");
    expect(await inLanguage("de")).toMatch(/fehlgeschlagen<.*Der Passkey war gesperrt\.</s);
    expect(await inLanguage("fr")).toMatch(/a échoué<.*était désactivée\.</s);
    expect(await inLanguage("es")).toMatch(/Falló un inicio.*estaba desactivada\.</s);
  });

  test("shows what happens to a mailbox to its owner only", async () => {
    const { phone, email, sub, visitor } = await account();
    await run.current.db.user.updateMany({
      where: { sub },
      data: { emailVerified: false, emailOwned: false },
    });
    await visitAccount(run.current, tenancy).signInByCode(email);
    await run.current.timeline.flush();
    await visitor.signIn(phone);
    expect(await visitor.load()).not.toContain("A sign-in failed");
  });

  test("says of a removed passkey that it was removed since", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    await visitor.add(device());
    await run.current.timeline.flush();
    const passkeyId = await idOf(run.current, sub, 1);
    await visitor.step("remove-passkey", { passkeyId });
    expect(await visitor.load()).toContain("Passkey (removed since) added");
  });
});

test("a passkey of an unknown product is called by the browser that has it", async () => {
  const { phone, visitor } = await account();
  await visitor.signIn(phone);
  const browser = {
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/148.0.0.0 Safari/537.36",
  };
  const nameIn = async (locale: string) =>
    /break-words">([^<]* (?:on|auf) [^<]*)</.exec(
      await (await visitor.page({ locale }, browser)).text(),
    )?.[1];
  expect([await nameIn("en"), await nameIn("de")]).toEqual(["Chrome on Linux", "Chrome auf Linux"]);
});

describe("“This wasn’t me”", () => {
  test("is offered on the last passkey only if a code can follow, else what to do first", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    await run.current.timeline.flush();
    const offer = /data-act="report"[^>]*data-last="1"/;
    const first = "First add another passkey or verify an email address.";
    const before = await visitor.load();
    expect(before).toMatch(offer);
    expect(before).not.toContain(first);
    await run.current.db.user.updateMany({ where: { sub }, data: { emailVerified: false } });
    const unverified = await visitor.load();
    expect(unverified).not.toContain('data-act="report"');
    expect(unverified.split(first)).toHaveLength(2);
    await visitor.add(device());
    const two = await visitor.load();
    expect(two).toMatch(/data-act="report"[^>]*data-last=""/);
    expect(two).not.toContain(first);
  });
});

test("what can’t be undone has a color of its own, and the last passkey a warning", async () => {
  const deleting = await createHostedTenancy(run.current, {
    accountPage: true,
    accountDeletion: "on",
  });
  const { phone, visitor } = await account(deleting);
  await visitor.signIn(phone);
  const text = await visitor.load();
  const toneOf = (label: string) =>
    new RegExp(
      `class="[^"]*(bg-fill|bg-danger)[^"]*"\\s+disabled\\s*>(?:(?!</button>).)*>${label}<`,
      "s",
    ).exec(text)?.[1];
  expect(["Save", "Remove passkey", "Disable passkey", "Delete account"].map(toneOf)).toEqual([
    "bg-fill",
    "bg-danger",
    "bg-danger",
    "bg-danger",
  ]);
  expect(text).toMatch(/data-act="remove"[^>]*data-last="1"/);
  expect(text).toMatch(/<p data-if="last" hidden[^>]*>This is your last passkey\./);
});

test("a user without any passkey reads so once, and has the button beside it", async () => {
  const { email, sub, visitor } = await account();
  await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id, sub } });
  await visitor.signInByCode(email);
  const text = await visitor.load();
  expect(text.split("You have no passkeys.")).toHaveLength(2);
  expect(text).toMatch(
    /You don’t have a passkey that works yet\.(?:(?!<\/section>|<section).)*data-act="add"/s,
  );
  expect(text.split('data-act="add"')).toHaveLength(2);
});

describe("the email", () => {
  const set = (sub: string, data: object) =>
    run.current.db.user.updateMany({ where: { sub }, data });

  test("is verified, or can be by a code to the same mailbox", async () => {
    const { phone, email, sub, visitor } = await account();
    await visitor.signIn(phone);
    const verified = await visitor.load();
    expect(verified).toMatch(/>Verified<.*a notice to the old one/s);
    expect(verified).not.toContain("verify-email");
    await set(sub, { emailVerified: false, emailOwned: false });
    const claimed = await visitor.load();
    expect(claimed).toMatch(/>Not verified<.*data-act="verify-email"/s);
    expect(claimed).not.toContain("a notice to the old one");
    const { body } = await visitor.step("send-email-code", { email });
    const code = await readCode(run.current, tenancy, body["digits"] as number);
    const reply = await visitor.step("check-email-code", { pending: body["pending"], code });
    expect([reply.status, reply.body]).toEqual([200, { email }]);
    expect(await visitor.load()).toContain(">Verified<");
  });

  test("that is missing can be added, and has no former mailbox", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    await set(sub, { email: "", emailNormalized: null, emailVerified: false, emailOwned: false });
    const text = await visitor.load();
    expect(text).toContain("Your account has no email.");
    expect(text).toContain("Add email");
    expect(text).not.toMatch(/a notice to the old one|>Verified<|>Not verified</);
  });
});

describe("a user without their passkey", () => {
  const question = "I don’t have my passkey anymore";

  test("learns how to get another one, after a sign-in with an emailed code", async () => {
    const { phone, email, visitor } = await account();
    const byCode = visitAccount(run.current, tenancy);
    await byCode.signInByCode(email);
    const text = await byCode.load();
    expect(text).toContain(question);
    expect(text).toMatch(/sign in there with an emailed code.*A day later/s);
    await visitor.signIn(phone);
    expect(await visitor.load()).not.toContain(question);
  });

  test("with as many passkeys as allowed, isn’t sent to create one", async () => {
    const one = await createHostedTenancy(run.current, { accountPage: true, passkeysPerUser: 1 });
    const { email, visitor } = await account(one);
    await visitor.signInByCode(email);
    const text = await visitor.load();
    expect(text).toContain("ask them to remove the lost one");
    expect(text).not.toContain("A day later");
  });

  test("isn’t promised on the sign-in that a code creates a passkey", async () => {
    expect(await visitAccount(run.current, tenancy).load()).not.toContain(
      "you can create a passkey here after that",
    );
  });
});

describe("a broken link to the page", () => {
  const broken = { redirect_uri: "https://elsewhere.example/" };

  test("leads to the page itself, and its developer to the guide of this page", async () => {
    const page = await visitAccount(run.current, tenancy).page({ ...broken, locale: "de" });
    const text = await page.text();
    expect(page.status).toBe(400);
    expect(text).toContain(`href="/auth/${tenancy.id}/account?locale=de"`);
    expect(text).toContain("Konto öffnen");
    expect(text).toMatch(/href="\/docs\/guides\/account-page"[^>]*>Anleitung zur Kontoseite/);
    expect(text).not.toMatch(/hosted-pages|elsewhere/);
  });
});

describe("a change of language", () => {
  test.each(["ja", "es-x-mtfrom-en", "", 7])(
    "by a browser that translates to %j keeps the language of the page's link",
    async (pageLocale) => {
      const { email } = await account();
      const visitor = visitAccount(run.current, tenancy);
      expect(await visitor.step("send-code", { email, pageLocale })).toMatchObject({ status: 200 });
      const newest = await run.current.db.outboxEmail.findFirstOrThrow({
        where: { tenancyId: tenancy.id },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      });
      expect(await openEmail(run.current, newest.sealed ?? "")).toMatchObject({ locale: "en" });
    },
  );

  test("is followed by the next code, and by the page after it", async () => {
    const { email } = await account();
    const visitor = visitAccount(run.current, tenancy);
    const sent = await visitor.step("send-code", { email, pageLocale: "en" });
    const { pending } = sent.body;
    const again = await visitor.step("send-code", { email, pending, pageLocale: "fr" });
    const newest = await run.current.db.outboxEmail.findFirstOrThrow({
      where: { tenancyId: tenancy.id },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    });
    expect(await openEmail(run.current, newest.sealed ?? "")).toMatchObject({ locale: "fr" });
    const code = await readCode(run.current, tenancy, again.body["digits"] as number);
    const reply = await visitor.step("check-code", {
      pending: again.body["pending"],
      code,
      pageLocale: "fr",
    });
    expect(reply.status).toBe(200);
  });
});
