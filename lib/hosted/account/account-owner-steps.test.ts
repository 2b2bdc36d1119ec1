import { beforeAll, describe, expect, test } from "vitest";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { changeEmail as setEmail } from "@/lib/domain/user/change-email";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { undoEmailChange } from "@/lib/domain/user/email-change/undo-email-change";
import { findNotifiedMailboxes } from "@/lib/domain/user/owned-email";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { type AccountVisitor, visitAccount } from "@/testing/account-visitor";
import { signUp, userOf } from "@/testing/hosted-sign-up";
import { createHostedTenancy, readCode } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";

const run = provideService();

let tenancy: TestTenancy;
beforeAll(async () => {
  tenancy = await createHostedTenancy(run.current, {
    accountPage: true,
    accountDeletion: "reason",
  });
});

async function account() {
  const { phone, email } = await signUp(run.current, tenancy);
  const user = await userOf(tenancy, email);
  run.current.clock.advance(1_000);
  return { phone, email, sub: user?.sub ?? "", visitor: visitAccount(run.current, tenancy) };
}

async function changeEmail(visitor: AccountVisitor, email: string) {
  const sent = await visitor.step("send-email-code", { email });
  if (sent.status !== 200) return sent;
  const code = await readCode(run.current, tenancy, sent.body["digits"] as number);
  return visitor.step("check-email-code", { pending: sent.body["pending"], code });
}

describe("a change of the email", () => {
  test("ends with a verified new one", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    const reply = await changeEmail(visitor, `new-${sub}@example.com`);
    expect([reply.status, reply.body["email"]]).toEqual([200, `new-${sub}@example.com`]);
    expect(await userOf(tenancy, `new-${sub}@example.com`)).toMatchObject({
      sub,
      emailVerified: true,
    });
  });

  test("is refused in a session by code, without one, and from another site", async () => {
    const { phone, email, visitor } = await account();
    const body = { email: "thief@example.com" };
    expect((await visitor.step("send-email-code", body)).status).not.toBe(200);
    await visitor.signInByCode(email);
    expect((await visitor.step("send-email-code", body)).status).toBe(403);
    await visitor.signIn(phone);
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await visitor.step("send-email-code", body, headers)).status).not.toBe(200);
    expect((await visitor.step("send-email-code", body)).status).toBe(200);
  });

  test("asks for the passkey again after five minutes, and keeps the pending code", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    const sent = await visitor.step("send-email-code", { email: `late-${sub}@example.com` });
    const code = await readCode(run.current, tenancy, sent.body["digits"] as number);
    run.current.clock.advance(6 * 60_000);
    const typed = { pending: sent.body["pending"], code };
    expect(await visitor.step("check-email-code", typed)).toMatchObject({
      status: 403,
      body: { reason: "confirm" },
    });
    expect((await visitor.confirm(phone)).status).toBe(200);
    expect((await visitor.step("check-email-code", typed)).status).toBe(200);
  });
});

describe("a mailbox that the tenancy vouches for, and that no code has proved", () => {
  async function vouched() {
    const one = await account();
    await run.current.db.user.updateMany({
      where: { tenancyId: tenancy.id, sub: one.sub },
      data: { emailVerified: false, emailOwned: true },
    });
    await one.visitor.signIn(one.phone);
    await run.current.db.outboxEmail.deleteMany();
    return one;
  }
  const queued = async () => {
    const rows = await run.current.db.outboxEmail.findMany({ where: { tenancyId: tenancy.id } });
    const opened = await Promise.all(
      rows.map(({ sealed }) => openEmail(run.current, sealed ?? "")),
    );
    return opened.map(({ kind, to }) => ({ kind, to }));
  };

  test("gets a notice of a changed email, and of what happens in the week after", async () => {
    const { email, sub, visitor } = await vouched();
    expect((await changeEmail(visitor, `new-${sub}@example.com`)).status).toBe(200);
    expect(await queued()).toContainEqual({ kind: "email-changed", to: email });
    const user = await run.current.db.user.findFirstOrThrow({ where: { sub } });
    expect(await findNotifiedMailboxes(tenancy.ctx, run.current.db, user)).toContain(email);
  });

  test("gets the link that undoes a deletion", async () => {
    const { email, visitor } = await vouched();
    expect(await visitor.load()).not.toContain("it is erased at once");
    const reply = await visitor.step("delete", { reason: "privacy" });
    expect(reply).toMatchObject({ status: 200, body: { erasesAt: expect.any(Number) as number } });
    expect(await queued()).toEqual([{ kind: "deletion-requested", to: email }]);
  });
});

describe("recent activity", () => {
  const activityIn = async (visitor: AccountVisitor, locale: string) =>
    /aria-labelledby="activity".*?<\/section>/s.exec(
      await (await visitor.page({ locale })).text(),
    )?.[0] ?? "";

  test("tells a changed email from a verified one, also if the application did it", async () => {
    const { phone, email, sub, visitor } = await account();
    await visitor.signIn(phone);
    await changeEmail(visitor, `new-${sub}@example.com`);
    run.current.clock.advance(1);
    const changed = await activityIn(visitor, "en");
    expect(changed).toMatch(/>Email changed<.*This wasn’t me.*notice to your former email/s);
    expect(changed).not.toContain("verified");
    const unverify = { sub, email: `new-${sub}@example.com`, emailVerified: false };
    await run.current.db.$transaction((tx) => setEmail(tenancy.ctx, tx, unverify));
    await changeEmail(visitor, `new-${sub}@example.com`);
    run.current.clock.advance(1);
    await run.current.db.$transaction((tx) =>
      setEmail(tenancy.ctx, tx, { sub, email, emailVerified: false }),
    );
    run.current.clock.advance(1);
    await run.current.db.$transaction((tx) =>
      setEmail(tenancy.ctx, tx, { sub, email, emailVerified: true }),
    );
    expect(await activityIn(visitor, "en")).toMatch(
      />Email verified by .*>Email changed by .*ask for this, contact .*>Email verified<.*>Email changed</s,
    );
    expect(await activityIn(visitor, "de")).toMatch(/Adresse bestätigt<.*Adresse geändert</s);
    expect(await activityIn(visitor, "fr")).toMatch(/e-mail vérifiée<.*e-mail modifiée</s);
    expect(await activityIn(visitor, "es")).toMatch(/electrónico verificado<.*modificado</s);
  });

  test("leaves open what an event without a detail was", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    const target = { kind: "user", id: sub } as const;
    const ctx = { ...tenancy.ctx, actor: { kind: "browser" } as const };
    await recordAudit(ctx, run.current.db, { action: "user.email-changed", target });
    expect(await activityIn(visitor, "en")).toContain(">Email changed or verified<");
  });

  test("shows an undone change of the email once", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    await run.current.db.outboxEmail.deleteMany();
    await changeEmail(visitor, `new-${sub}@example.com`);
    const rows = await run.current.db.outboxEmail.findMany({ where: { tenancyId: tenancy.id } });
    const sent = await Promise.all(rows.map(({ sealed }) => openEmail(run.current, sealed ?? "")));
    const [token = ""] = sent.flatMap((each) =>
      each.kind === "email-changed" ? [new URL(each.link).searchParams.get("token") ?? ""] : [],
    );
    const actor = { kind: "browser" } as const;
    run.current.clock.advance(1);
    await undoEmailChange({ ...tenancy.ctx, actor, requestId: "of-the-undo" }, token);
    Object.assign(visitor, { cookie: "", ticket: "" });
    await visitor.signIn(phone);
    const text = await activityIn(visitor, "en");
    expect(text).toMatch(/>Change of email undone<.*>Email changed</s);
    expect(text.split(">Email changed<")).toHaveLength(2);
  });

  test("says what to do about a code that the user didn’t enter", async () => {
    const { email, visitor } = await account();
    await visitor.signInByCode(email);
    await run.current.timeline.flush();
    expect(await activityIn(visitor, "en")).toMatch(
      /an emailed code<.*<details class.*This wasn’t me.*Change the password of your mailbox\./s,
    );
  });
});

describe("the deletion of the account", () => {
  test("disables the user, ends the session, and needs the reason that the tenancy asks for", async () => {
    const { phone, email, visitor } = await account();
    await visitor.signIn(phone);
    expect((await visitor.step("delete", {})).status).toBe(400);
    expect((await visitor.step("delete", { reason: "because" })).status).toBe(400);
    const reply = await visitor.step("delete", { reason: "privacy" });
    expect(reply).toMatchObject({ status: 200, body: { state: "pending" } });
    expect(visitor.cookie).toBe("");
    expect((await userOf(tenancy, email))?.disabledAt).not.toBeNull();
  });

  test("is what a sign-in of the pending user says, with its time, and no session", async () => {
    const { phone, email, sub, visitor } = await account();
    const other = await account();
    await visitor.signIn(phone);
    const { body } = await visitor.step("delete", { reason: "privacy" });
    const erasesAt = body["erasesAt"];
    expect(erasesAt).toBe(run.current.clock.now() + 7 * 86_400_000);
    for (const sign of [() => visitor.signIn(phone), () => visitor.signInByCode(email)]) {
      visitor.ticket = "";
      const { status, body: said } = await sign();
      expect([status, said, visitor.cookie]).toEqual([200, { erasesAt }, ""]);
    }
    await run.current.timeline.flush();
    const refused = { tenancyId: tenancy.id, kind: "sign-in.refused", OR: [{ sub }, { email }] };
    expect(await run.current.db.timelineEvent.count({ where: refused })).toBe(2);
    // Users who are disabled for another reason learn no time.
    await setUserDisabled(tenancy.ctx, other.sub, true);
    expect((await other.visitor.signIn(other.phone)).status).toBe(403);
    expect((await other.visitor.signInByCode(other.email)).body).toEqual({
      account: "disabled",
      email: other.email,
    });
  });

  test("is refused in a session by code", async () => {
    const { email, visitor } = await account();
    await visitor.signInByCode(email);
    expect((await visitor.step("delete", { reason: "privacy" })).status).toBe(403);
    expect((await userOf(tenancy, email))?.disabledAt).toBeNull();
  });

  test("without a verified mailbox asks for the passkey again, and then erases", async () => {
    const { phone, email, sub, visitor } = await account();
    await run.current.db.user.updateMany({
      where: { tenancyId: tenancy.id, sub },
      data: { emailVerified: false },
    });
    await visitor.signIn(phone);
    const first = await visitor.step("delete", { reason: "other" });
    expect(first).toMatchObject({ status: 403, body: { _tag: "@error/ProofRequired" } });
    const again = { reason: "other", proof: first.body["proofToken"] };
    expect((await visitor.step("delete", again)).status).toBe(403);
    run.current.clock.advance(1_000);
    expect((await visitor.confirm(phone)).status).toBe(200);
    expect(await visitor.step("delete", again)).toMatchObject({
      status: 200,
      body: { state: "erased" },
    });
    expect(await userOf(tenancy, email)).toBeNull();
  });
});
