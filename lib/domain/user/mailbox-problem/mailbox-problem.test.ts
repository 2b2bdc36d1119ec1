import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChallenges } from "@/lib/domain/sign-in/challenge/find-challenges";
import { sendNewCode } from "@/lib/domain/sign-in/challenge/send-new-code";
import { queueNotices } from "@/lib/domain/user/email/queue-notices";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { exportUser } from "@/lib/domain/user/export-user";
import { authenticate } from "@/testing/ceremonies";
import { challengeOf, createChallenge, newMailbox, verify } from "@/testing/challenge-rules";
import { minute, provideEmailProviders } from "@/testing/email-providers";
import { provideService } from "@/testing/provide-service";
import { acceptResendEvents, sampleEvent, sendEvent } from "@/testing/resend-events";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { findMailboxProblem, purgeMailboxProblems, unblockMailbox } from "./mailbox-problem";

const run = provideService();
const providers = provideEmailProviders(run);
let restore: () => void;
let tenancy: TestTenancy;
let email: string;
beforeAll(() => void (restore = acceptResendEvents()));
afterAll(() => restore());
beforeEach(async () => {
  tenancy = await createTestTenancy(run.current);
  email = newMailbox();
});

const day = 24 * 60 * minute;
const deliver = () => providers.deliver(providers.byResend);
const statesOf = async ({ ctx }: TestTenancy) =>
  (await findChallenges(ctx, {}, 50)).entries.map(({ delivery }) => delivery);

/** Sends a code, and has Resend report about it. @returns the code's challenge */
async function report(changes: Parameters<typeof sampleEvent>[1] = {}) {
  const challenge = await challengeOf(tenancy, { email });
  await deliver();
  const { answer } = await run.current.db.outboxEmail.findFirstOrThrow({
    where: { tenancyId: tenancy.id, challengeId: challenge.challengeId },
  });
  const messageId = answer ?? "";
  await sendEvent(run.current, sampleEvent(run.current, { messageId, to: email, ...changes }));
  return challenge;
}

describe("after a permanent bounce", () => {
  test("no email is sent to the mailbox for a day, and then again", async () => {
    await report();
    for (const passed of [0, 10 * minute, day - 10 * minute - 1]) {
      run.current.clock.advance(passed);
      await challengeOf(tenancy, { email });
      expect(await deliver()).toEqual(["canceled"]);
    }
    expect(providers.resend.mails).toHaveLength(1);
    run.current.clock.advance(1);
    await challengeOf(tenancy, { email });
    expect(await deliver()).toEqual(["sent"]);
    expect(providers.resend.mails).toHaveLength(2);
  });

  test("the email log and the timeline say so, in every release's words", async () => {
    await report();
    run.current.clock.advance(1_000);
    await challengeOf(tenancy, { email });
    await deliver();
    expect(await statesOf(tenancy)).toEqual(["blocked", "bounced"]);
    const rows = await providers.rowsOf(tenancy);
    expect(rows.find(({ feedback }) => feedback === "blocked")).toMatchObject({
      state: "dead",
      // The previous release shows it as canceled.
      endedBy: "unwanted",
      sealed: null,
      provider: null,
    });
    expect(rows.find(({ feedback }) => feedback === "bounced")).toMatchObject({
      state: "sent",
      lastError: "550 5.1.1 no such user",
    });
    await run.current.timeline.flush();
    const events = await run.current.db.timelineEvent.findMany({
      where: { tenancyId: tenancy.id, kind: "code.failed" },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ reason }) => reason)).toEqual(["Delivery.bounced", "Delivery.blocked"]);
  });

  test("requests get the same answer as before, and the code works", async () => {
    await report();
    const blocked = await createChallenge(tenancy, { email });
    const usual = await createChallenge(tenancy);
    expect(blocked.status).toBe(usual.status);
    expect(Object.keys(blocked.body["challenge"] as object)).toEqual(
      Object.keys(usual.body["challenge"] as object),
    );
    expect(await deliver()).toEqual(["canceled", "sent"]);
    const code = blocked.body["challenge"] as Parameters<typeof verify>[1];
    expect((await verify(tenancy, code)).status).toBe(200);
  });

  test("neither another mailbox nor another tenancy is affected", async () => {
    await report();
    const other = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    await challengeOf(tenancy, { email: email.replace("@", "+tag@") });
    await challengeOf(other, { email });
    expect(await deliver()).toEqual(["sent", "sent", "sent"]);
  });

  test("notices aren't sent either", async () => {
    await report();
    const { ctx } = tenancy;
    const now = run.current.clock.now();
    const mail = { kind: "new-passkey", person: "Ada", untilMs: now + day } as const;
    await queueNotices(ctx, ctx.db, { to: [email, newMailbox()], mail, expiresAt: now + day });
    expect((await deliver()).toSorted()).toEqual(["canceled", "sent"]);
  });

  test("passkeys work as before", async () => {
    const [owned] = await own(tenancy, 1, { userId: "ada", username: email });
    if (owned === undefined) throw new Error("no passkey");
    await report();
    expect((await authenticate(tenancy, owned.device)).principal.sub).toBe(owned.sub);
  });
});

describe("an operator tries again", () => {
  test("by resuming emails, which the audit log notes", async () => {
    await report();
    await unblockMailbox(tenancy.ctx, email.toUpperCase());
    await challengeOf(tenancy, { email });
    expect(await deliver()).toEqual(["sent"]);
    expect(await findMailboxProblem(tenancy.ctx, email)).toMatchObject({
      bouncedAt: expect.any(Date),
      blockedUntil: null,
    });
    expect(
      await run.current.db.auditEvent.findMany({
        where: { tenancyId: tenancy.id, action: "mail.unblocked" },
      }),
    ).toMatchObject([{ targetKind: "tenancy", targetId: tenancy.id, detail: null }]);
    await expect(unblockMailbox(tenancy.ctx, email)).rejects.toMatchObject({
      tag: "@error/NotFound",
    });
  });

  test("by sending a new code, which also resumes emails", async () => {
    const { challengeId } = await report();
    await sendNewCode(tenancy.ctx, challengeId);
    expect(await deliver()).toEqual(["sent"]);
    await challengeOf(tenancy, { email });
    expect(await deliver()).toEqual(["sent"]);
  });

  test("in another tenancy without effect on this one", async () => {
    await report();
    const other = await createTestTenancy(run.current);
    await expect(unblockMailbox(other.ctx, email)).rejects.toMatchObject({
      tag: "@error/NotFound",
    });
    await challengeOf(tenancy, { email });
    expect(await deliver()).toEqual(["canceled"]);
  });

  test("and another permanent bounce blocks the mailbox again", async () => {
    await report();
    await unblockMailbox(tenancy.ctx, email);
    await report();
    await challengeOf(tenancy, { email });
    expect(await deliver()).toEqual(["canceled"]);
  });
});

describe("emails are still sent", () => {
  test.each([
    ["a temporary bounce", { bounce: { type: "Transient", message: "452 4.2.2 full" } }, "bounced"],
    ["an undetermined bounce", { bounce: { type: "Undetermined" } }, "bounced"],
    ["a complaint", { type: "email.complained" }, "complained"],
  ])("after %s, which the email log shows", async (_what, changes, state) => {
    await report(changes);
    expect(await statesOf(tenancy)).toEqual([state]);
    expect(await findMailboxProblem(tenancy.ctx, email)).toMatchObject({ blockedUntil: null });
    await challengeOf(tenancy, { email });
    expect(await deliver()).toEqual(["sent"]);
  });

  test("not if Resend's suppression list has the mailbox, or the bounce has no type", async () => {
    await report({ type: "email.suppressed" });
    expect(await findMailboxProblem(tenancy.ctx, email)).toMatchObject({
      blockedUntil: expect.any(Date),
    });
    email = newMailbox();
    await report({ bounce: null });
    await challengeOf(tenancy, { email });
    expect(await deliver()).toEqual(["canceled"]);
  });

  test("a complaint doesn't end a block", async () => {
    await report();
    await run.current.db.outboxEmail.updateMany({
      where: { tenancyId: tenancy.id },
      data: { feedback: null },
    });
    const { answer } = await providers.rowOf(tenancy);
    await sendEvent(
      run.current,
      sampleEvent(run.current, { messageId: answer ?? "", to: email, type: "email.complained" }),
    );
    expect(await findMailboxProblem(tenancy.ctx, email)).toMatchObject({
      blockedUntil: expect.any(Date),
      complainedAt: expect.any(Date),
    });
  });
});

test("a notice that bounces concerns the mailbox that the event names", async () => {
  const { ctx } = tenancy;
  const now = run.current.clock.now();
  const mail = { kind: "new-passkey", person: "Ada", untilMs: now + day } as const;
  await queueNotices(ctx, ctx.db, { to: [email], mail, expiresAt: now + day });
  await deliver();
  const { answer } = await providers.rowOf(tenancy);
  await sendEvent(
    run.current,
    sampleEvent(run.current, { messageId: answer ?? "", to: email.toUpperCase() }),
  );
  expect(await findMailboxProblem(ctx, email)).toMatchObject({ bouncedAt: new Date(now) });
});

test("an erasure deletes the problem of the owned mailbox, and an export has it", async () => {
  const [owned] = await own(tenancy, 1);
  const sub = owned?.sub ?? "";
  await run.current.db.user.updateMany({
    where: { tenancyId: tenancy.id, sub },
    data: { email, emailNormalized: email, emailVerified: true },
  });
  await report();
  let text = "";
  for await (const part of await exportUser(tenancy.ctx, sub)) text += part;
  expect(JSON.parse(text)).toMatchObject({
    mailboxProblem: { bounceReason: "550 5.1.1 no such user" },
  });
  await eraseUser(tenancy.ctx, sub);
  expect(await findMailboxProblem(tenancy.ctx, email)).toBeNull();
});

test("a problem is purged a week after its last event", async () => {
  await report();
  run.current.clock.advance(7 * day);
  await purgeMailboxProblems(run.current);
  expect(await findMailboxProblem(tenancy.ctx, email)).not.toBeNull();
  run.current.clock.advance(1);
  await purgeMailboxProblems(run.current);
  expect(await findMailboxProblem(tenancy.ctx, email)).toBeNull();
});
