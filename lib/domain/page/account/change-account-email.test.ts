import { beforeEach, describe, expect, test } from "vitest";
import { changeEmail } from "@/lib/domain/user/change-email";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import {
  readEmailChangeUndo,
  undoEmailChange,
} from "@/lib/domain/user/email-change/undo-email-change";
import { findNotifiedMailboxes } from "@/lib/domain/user/owned-email";
import { createVictim, victim } from "@/testing/planted-passkey";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { accountContext, openTicket, sealTicket } from "./account-request";
import { type AccountSession, findAccountSession } from "./account-session";
import { checkEmailChangeCode, sendEmailChangeCode } from "./change-account-email";
import { openAccountSession } from "./open-account-session";

const run = provideService();
const week = 7 * 86_400_000;
const day = week / 7;
const invalid = { tag: "@error/InvalidToken" };

beforeEach(async () => {
  await run.current.db.outboxEmail.deleteMany();
});

const browserOf = ({ ctx }: TestTenancy) => ({
  ...ctx,
  actor: { kind: "browser" } as const,
  client: { address: "203.0.113.7" },
});

/** Opens a session that has used the passkey. */
async function openSession(
  tenancy: TestTenancy,
  { sub, passkeyId }: { sub: string; passkeyId: string },
) {
  const ctx = browserOf(tenancy);
  const ticket = await openTicket(ctx, await sealTicket(ctx, { locale: "en" }));
  const { cookie } = await openAccountSession(ctx, ctx.db, { sub, passkeyId });
  const session = await findAccountSession(ctx, cookie);
  if (session === null) throw new Error("the session was not opened");
  return { ctx: accountContext(ctx, "example.com", ticket), session };
}

type Opened = Awaited<ReturnType<typeof openSession>>;

/** Reads and deletes the queued emails. */
async function takeEmails({ id }: TestTenancy) {
  const rows = await run.current.db.outboxEmail.findMany({ where: { tenancyId: id } });
  await run.current.db.outboxEmail.deleteMany({ where: { tenancyId: id } });
  return Promise.all(rows.map(({ sealed }) => openEmail(run.current, sealed ?? "")));
}

const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";

/** Requests a code to a mailbox and reads it there. */
async function requestCode(tenancy: TestTenancy, { ctx, session }: Opened, email: string) {
  run.current.clock.advance(1);
  const { pending, digits } = await sendEmailChangeCode(ctx, session, { email });
  const code = (await takeEmails(tenancy)).flatMap((sent) =>
    sent.kind === "challenge" ? [sent.longCode.slice(0, digits)] : [],
  )[0];
  return { pending, code: code ?? "" };
}

/** Changes the email as the page does. Returns the token of the notice to the replaced mailbox. */
async function change(tenancy: TestTenancy, of: { sub: string; passkeyId: string }, email: string) {
  const opened = await openSession(tenancy, of);
  const typed = await requestCode(tenancy, opened, email);
  await checkEmailChangeCode(opened.ctx, opened.session, typed);
  const [notice] = (await takeEmails(tenancy)).flatMap((sent) =>
    sent.kind === "email-changed" ? [sent] : [],
  );
  return { to: notice?.to, token: tokenOf(notice?.link ?? "https://none.example") };
}

const emailOf = async ({ id }: TestTenancy, sub: string) =>
  (
    await run.current.db.user.findUniqueOrThrow({
      where: { tenancyId_sub: { tenancyId: id, sub } },
    })
  ).email;

const undo = (tenancy: TestTenancy, token: string) => undoEmailChange(browserOf(tenancy), token);

async function createOwner() {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createVictim(tenancy);
  await takeEmails(tenancy);
  return { tenancy, owner };
}

describe("a change of the user's own email", () => {
  test("needs the code, tells the old mailbox, and is verified at once", async () => {
    const { tenancy, owner } = await createOwner();
    const opened = await openSession(tenancy, owner);
    const { pending, code } = await requestCode(tenancy, opened, "New@example.com");
    const wrong = code === "000000" ? "000001" : "000000";
    await expect(
      checkEmailChangeCode(opened.ctx, opened.session, { pending, code: wrong }),
    ).rejects.toMatchObject({ tag: "@error/InvalidChallengeCode" });
    expect(await emailOf(tenancy, owner.sub)).toBe(victim.email);
    expect(await checkEmailChangeCode(opened.ctx, opened.session, { pending, code })).toEqual({
      email: "New@example.com",
    });
    const user = await run.current.db.user.findFirstOrThrow({ where: { sub: owner.sub } });
    expect(user).toMatchObject({ email: "New@example.com", emailVerified: true });
    expect(await findNotifiedMailboxes(tenancy.ctx, run.current.db, user)).toEqual([
      victim.email,
      "New@example.com",
    ]);
    const now = run.current.clock.now();
    const emails = await takeEmails(tenancy);
    expect(emails).toMatchObject([
      { kind: "email-changed", to: victim.email, createdMs: now, untilMs: now + week },
    ]);
    // The old mailbox may not be the user's any more.
    expect(JSON.stringify(emails)).not.toMatch(/new@example/i);
    await expect(
      checkEmailChangeCode(opened.ctx, opened.session, { pending, code }),
    ).rejects.toMatchObject({ tag: "@error/InvalidChallenge" });
  });

  test("is reported in the language that the user chose, not in the page’s", async () => {
    const { tenancy, owner } = await createOwner();
    await run.current.db.user.updateMany({ where: { sub: owner.sub }, data: { locale: "de" } });
    const opened = await openSession(tenancy, owner);
    const typed = await requestCode(tenancy, opened, "new@example.com");
    await checkEmailChangeCode(opened.ctx, opened.session, typed);
    expect(await takeEmails(tenancy)).toMatchObject([{ kind: "email-changed", locale: "de" }]);
  });

  test("replies alike for an email that another user owns, until the code is entered", async () => {
    const { tenancy, owner } = await createOwner();
    const [other] = await own(tenancy, 1, { userId: "bob" });
    await run.current.db.$transaction((tx) =>
      changeEmail(tenancy.ctx, tx, {
        sub: other?.sub ?? "",
        email: "bob@example.com",
        emailVerified: true,
      }),
    );
    const opened = await openSession(tenancy, owner);
    const replies = [];
    for (const email of ["bob@example.com", "eve@example.com"]) {
      run.current.clock.advance(1);
      const { pending, ...reply } = await sendEmailChangeCode(opened.ctx, opened.session, {
        email,
      });
      replies.push({ ...reply, email: "", size: pending.length });
    }
    expect(replies[0]).toEqual(replies[1]);
    await takeEmails(tenancy);
    const typed = await requestCode(tenancy, opened, "bob@example.com");
    await expect(checkEmailChangeCode(opened.ctx, opened.session, typed)).rejects.toMatchObject({
      tag: "@error/DuplicateEmail",
    });
    expect(await emailOf(tenancy, owner.sub)).toBe(victim.email);
  });

  test("a code to the present email verifies it, and says so", async () => {
    const { tenancy, owner } = await createOwner();
    const opened = await openSession(tenancy, owner);
    const purposeTo = async (email: string) => {
      run.current.clock.advance(1);
      await sendEmailChangeCode(opened.ctx, opened.session, { email });
      return (await takeEmails(tenancy)).map((sent) => "purpose" in sent && sent.purpose);
    };
    expect(await purposeTo(victim.email.toUpperCase())).toEqual(["verify-email"]);
    expect(await purposeTo("new@example.com")).toEqual(["email-change"]);
  });

  test("refuses a session by code, one that has ended, and another user's code", async () => {
    const { tenancy, owner } = await createOwner();
    const opened = await openSession(tenancy, owner);
    const typed = await requestCode(tenancy, opened, "new@example.com");
    const byCode: AccountSession = { ...opened.session, passkeyId: null };
    await expect(
      sendEmailChangeCode(opened.ctx, byCode, { email: "new@example.com" }),
    ).rejects.toMatchObject({ tag: "@error/Forbidden" });
    const [other] = await own(tenancy, 1, { userId: "bob" });
    if (other === undefined) throw new Error("no user");
    const stranger = await openSession(tenancy, other);
    await expect(checkEmailChangeCode(stranger.ctx, stranger.session, typed)).rejects.toMatchObject(
      invalid,
    );
    await run.current.db.accountSession.deleteMany({ where: { tenancyId: tenancy.id } });
    await expect(checkEmailChangeCode(opened.ctx, opened.session, typed)).rejects.toMatchObject(
      invalid,
    );
    expect(await emailOf(tenancy, owner.sub)).toBe(victim.email);
  });
});

describe("the undo link", () => {
  test("restores the email once, and ends sessions and pending codes", async () => {
    const { tenancy, owner } = await createOwner();
    const { to, token } = await change(tenancy, owner, "attacker@example.com");
    expect(to).toBe(victim.email);
    expect(await readEmailChangeUndo(tenancy.ctx, token)).toEqual({
      email: victim.email,
      changedAt: run.current.clock.now(),
    });
    const attacker = await openSession(tenancy, owner);
    const typed = await requestCode(tenancy, attacker, "other@example.com");
    await undo(tenancy, token);
    expect(await emailOf(tenancy, owner.sub)).toBe(victim.email);
    await expect(checkEmailChangeCode(attacker.ctx, attacker.session, typed)).rejects.toMatchObject(
      invalid,
    );
    await expect(undo(tenancy, token)).rejects.toMatchObject(invalid);
    const actions = await run.current.db.auditEvent.count({
      where: { tenancyId: tenancy.id, action: "user.email-change-undone", targetId: owner.sub },
    });
    expect(actions).toBe(1);
  });

  test("of the first mailbox works after an attacker changed the email twice, and theirs don't", async () => {
    const { tenancy, owner } = await createOwner();
    const first = await change(tenancy, owner, "attacker@example.com");
    run.current.clock.advance(1_000);
    const second = await change(tenancy, owner, "attacker-two@example.com");
    expect(second.to).toBe("attacker@example.com");
    await undo(tenancy, first.token);
    expect(await emailOf(tenancy, owner.sub)).toBe(victim.email);
    await expect(undo(tenancy, second.token)).rejects.toMatchObject(invalid);
    const user = await run.current.db.user.findFirstOrThrow({ where: { sub: owner.sub } });
    // The attacker's mailboxes get no more notices, whose links could disable the owner's passkeys.
    expect(await findNotifiedMailboxes(tenancy.ctx, run.current.db, user)).toEqual([victim.email]);
  });

  test("of the first mailbox works after a later one was used", async () => {
    const { tenancy, owner } = await createOwner();
    const first = await change(tenancy, owner, "attacker@example.com");
    run.current.clock.advance(1_000);
    const second = await change(tenancy, owner, "attacker-two@example.com");
    await undo(tenancy, second.token);
    expect(await emailOf(tenancy, owner.sub)).toBe("attacker@example.com");
    await undo(tenancy, first.token);
    expect(await emailOf(tenancy, owner.sub)).toBe(victim.email);
  });

  test("of two mailboxes at the same moment always ends at the first one", async () => {
    const { tenancy, owner } = await createOwner();
    const first = await change(tenancy, owner, "attacker@example.com");
    run.current.clock.advance(1_000);
    const second = await change(tenancy, owner, "attacker-two@example.com");
    const results = await Promise.allSettled(
      [first, second, first, second, first, second].map(({ token }) => undo(tenancy, token)),
    );
    expect(await emailOf(tenancy, owner.sub)).toBe(victim.email);
    const firsts = results.filter(({ status }, index) => index % 2 === 0 && status === "fulfilled");
    expect(firsts).toHaveLength(1);
  });

  test("does nothing after seven days", async () => {
    const { tenancy, owner } = await createOwner();
    const { token } = await change(tenancy, owner, "attacker@example.com");
    run.current.clock.advance(week - 1);
    await readEmailChangeUndo(tenancy.ctx, token);
    run.current.clock.advance(1);
    await expect(undo(tenancy, token)).rejects.toMatchObject(invalid);
    expect(await emailOf(tenancy, owner.sub)).toBe("attacker@example.com");
  });

  test("changes nothing if another user owns the email by now", async () => {
    const { tenancy, owner } = await createOwner();
    const { token } = await change(tenancy, owner, "new@example.com");
    const [other] = await own(tenancy, 1, { userId: "bob" });
    await run.current.db.$transaction((tx) =>
      changeEmail(tenancy.ctx, tx, {
        sub: other?.sub ?? "",
        email: victim.email,
        emailVerified: true,
      }),
    );
    await expect(undo(tenancy, token)).rejects.toMatchObject({ tag: "@error/DuplicateEmail" });
    expect(await emailOf(tenancy, owner.sub)).toBe("new@example.com");
    expect(await emailOf(tenancy, other?.sub ?? "")).toBe(victim.email);
  });

  test("survives a change by a backend, and ends with one by an operator", async () => {
    const { tenancy, owner } = await createOwner();
    const { token } = await change(tenancy, owner, "attacker@example.com");
    run.current.clock.advance(day);
    const set = (actor: typeof tenancy.ctx.actor, email: string) =>
      run.current.db.$transaction((tx) =>
        changeEmail({ ...tenancy.ctx, actor }, tx, { sub: owner.sub, email, emailVerified: true }),
      );
    await set({ kind: "apiKey", id: tenancy.apiKeyId, scopes: ["*"] }, "api@example.com");
    await readEmailChangeUndo(tenancy.ctx, token);
    await set(tenancy.ctx.actor, "support@example.com");
    await expect(undo(tenancy, token)).rejects.toMatchObject(invalid);
    expect(await emailOf(tenancy, owner.sub)).toBe("support@example.com");
  });

  test("isn't sent to a mailbox that the user only claims", async () => {
    const { tenancy, owner } = await createOwner();
    await run.current.db.user.updateMany({
      where: { tenancyId: tenancy.id, sub: owner.sub },
      data: { emailVerified: false, emailOwned: false },
    });
    expect((await change(tenancy, owner, "new@example.com")).to).toBeUndefined();
    const kind = "emailChangeUndo";
    expect(
      await run.current.db.oneTimeToken.count({ where: { tenancyId: tenancy.id, kind } }),
    ).toBe(0);
  });

  test("does nothing once the user has the email again", async () => {
    const { tenancy, owner } = await createOwner();
    const { token } = await change(tenancy, owner, "new@example.com");
    run.current.clock.advance(1_000);
    await change(tenancy, owner, victim.email);
    const { session } = await openSession(tenancy, owner);
    await expect(undo(tenancy, token)).rejects.toMatchObject(invalid);
    const { hash } = session;
    expect(await run.current.db.accountSession.count({ where: { hash } })).toBe(1);
  });

  test("is stored as a hash, and another tenancy's is unknown", async () => {
    const { tenancy, owner } = await createOwner();
    const { token } = await change(tenancy, owner, "new@example.com");
    const other = await createTestTenancy(run.current);
    await expect(undo(other, token)).rejects.toMatchObject(invalid);
    const rows = await run.current.db.oneTimeToken.findMany({ where: { tenancyId: tenancy.id } });
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
