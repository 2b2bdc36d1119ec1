import { expect, test } from "vitest";
import { lifetimes } from "@/lib/limits";
import { challengeOf, guess, newMailbox, verify } from "@/testing/challenge-rules";
import { minute, provideEmailProviders } from "@/testing/email-providers";
import { createHostedTenancy, visit } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { deleteChallenge } from "./delete-challenge";
import { findShownChallenge } from "./find-challenges";
import { readMailboxState } from "./mailbox-state";
import { isReplaceable, minReplaceableMs, sendNewCode } from "./send-new-code";

const run = provideService();
const providers = provideEmailProviders(run);
const notFound = { tag: "@error/NotFound" };

const lastCode = () =>
  /^\d{6}$/m.exec(providers.smtp.mails.at(-1)?.parsed.text ?? "")?.[0] ?? "no code";

/** Creates a challenge whose email the provider refused. */
async function refusedChallenge(tenancy: TestTenancy, body: object = {}) {
  providers.smtp.behaviour = "refuse";
  const challenge = await challengeOf(tenancy, body);
  await providers.deliver();
  providers.smtp.behaviour = "accept";
  // Gives the next email a later id.
  run.current.clock.advance(1);
  return challenge;
}

const audited = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.auditEvent.count({ where: { tenancyId, action: "challenge.code-replaced" } });

test("the backend that requested the code verifies the new one, and the old one is wrong", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { locale: "de" });
  const email = newMailbox();
  const challenge = await refusedChallenge(tenancy, { email, name: "Ada", metadata: { a: 1 } });
  await sendNewCode(tenancy.ctx, challenge.challengeId);
  expect(await providers.deliver()).toEqual(["sent"]);
  const [mail] = providers.smtp.mails;
  expect(mail).toMatchObject({ to: [email], parsed: { text: expect.stringContaining("Ada") } });
  expect(mail?.parsed.subject).toContain("Anmeldecode");
  const code = lastCode();
  expect(await verify(tenancy, challenge)).toMatchObject({
    status: 400,
    body: { _tag: "@error/InvalidChallengeCode", attemptsRemaining: 4 },
  });
  expect(await verify(tenancy, { ...challenge, code })).toMatchObject({
    status: 200,
    body: { challenge: { metadata: { a: 1 } } },
  });
  expect(await audited(tenancy)).toBe(1);
});

test("the hosted page that requested the code accepts the new one", async () => {
  const tenancy = await createHostedTenancy(run.current);
  const visitor = visit(run.current, tenancy);
  const { body } = await visitor.step("send-code", { page: "sign-in", email: newMailbox() });
  expect(await providers.deliver()).toEqual(["sent"]);
  const lost = lastCode();
  const { id } = await run.current.db.challenge.findFirstOrThrow({
    where: { tenancyId: tenancy.id },
  });
  await sendNewCode(tenancy.ctx, id);
  await providers.deliver();
  const { pending } = body;
  expect((await visitor.step("check-code", { pending, code: lost })).status).toBe(400);
  expect((await visitor.step("check-code", { pending, code: lastCode() })).status).toBe(200);
});

test("keeps the attempts and the expiry, and states the time that is left", async () => {
  const tenancy = await createTestTenancy(run.current);
  const challenge = await refusedChallenge(tenancy);
  await guess(tenancy, challenge);
  const before = await findShownChallenge(tenancy.ctx, challenge.challengeId);
  run.current.clock.advance(6 * minute);
  await sendNewCode(tenancy.ctx, challenge.challengeId);
  expect(await findShownChallenge(tenancy.ctx, challenge.challengeId)).toMatchObject({
    attemptsLeft: 4,
    expiresAt: before?.expiresAt,
    delivery: "queued",
  });
  await providers.deliver();
  expect(providers.smtp.mails[0]?.parsed.text).toContain("4 minutes");
});

test("is refused for a challenge that ended, is about to, or whose email isn't over", async () => {
  const tenancy = await createTestTenancy(run.current);
  const verified = await refusedChallenge(tenancy);
  const deleted = await refusedChallenge(tenancy);
  const exhausted = await refusedChallenge(tenancy);
  await verify(tenancy, verified);
  await deleteChallenge(tenancy.ctx, deleted.challengeId);
  for (let index = 0; index < 5; index++) await guess(tenancy, exhausted, index);
  const withoutEmail = await challengeOf(tenancy, { sendEmail: false });
  const late = await refusedChallenge(tenancy);
  run.current.clock.advance(lifetimes.challengeWindowMs - minReplaceableMs);
  const other = await refusedChallenge(await createTestTenancy(run.current));
  const queued = await challengeOf(tenancy);
  for (const { challengeId } of [verified, deleted, exhausted, withoutEmail, late, queued, other])
    await expect(sendNewCode(tenancy.ctx, challengeId)).rejects.toMatchObject(notFound);
  expect(await audited(tenancy)).toBe(0);
});

test("counts on the mailbox, and changes nothing when the mailbox is rate-limited", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 2 });
  const email = newMailbox();
  const challenge = await refusedChallenge(tenancy, { email });
  await sendNewCode(tenancy.ctx, challenge.challengeId);
  await providers.deliver();
  const { rateLimitedUntil } = (await readMailboxState(tenancy.ctx, email)).backend;
  const waitMs = (rateLimitedUntil?.getTime() ?? 0) - run.current.clock.now();
  await expect(sendNewCode(tenancy.ctx, challenge.challengeId)).rejects.toMatchObject({
    tag: "@error/ChallengeRateLimited",
    extra: { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
  });
  expect((await verify(tenancy, { ...challenge, code: lastCode() })).status).toBe(200);
});

test("of 20 concurrent calls one sends a code, and that code is the valid one", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 100 });
  const challenge = await refusedChallenge(tenancy);
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => sendNewCode(tenancy.ctx, challenge.challengeId)),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject(notFound);
  expect(await providers.deliver()).toEqual(["sent"]);
  expect(await audited(tenancy)).toBe(1);
  expect((await verify(tenancy, { ...challenge, code: lastCode() })).status).toBe(200);
});

test("is offered exactly while it works and the code could verify the challenge", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 100 });
  const email = newMailbox();
  const offered = async ({ challengeId }: { challengeId: string }) => {
    const shown = await findShownChallenge(tenancy.ctx, challengeId);
    const mailbox = await readMailboxState(tenancy.ctx, email);
    return shown !== null && isReplaceable(shown, mailbox, run.current.clock.now());
  };
  const first = await refusedChallenge(tenancy, { email });
  expect(await offered(first)).toBe(true);
  await sendNewCode(tenancy.ctx, first.challengeId);
  expect(await offered(first)).toBe(false);
  await providers.deliver();
  expect(await offered(first)).toBe(true);
  for (let made = 0; made < 2; made++) {
    const other = await challengeOf(tenancy, { email, sendEmail: false });
    for (let index = 0; index < 5; index++) await guess(tenancy, other, index);
  }
  expect(await offered(first)).toBe(false);
  const restricted = await refusedChallenge(tenancy, { email });
  expect(await offered(restricted)).toBe(true);
  run.current.clock.advance(lifetimes.challengeWindowMs - minReplaceableMs);
  expect(await offered(restricted)).toBe(false);
});
