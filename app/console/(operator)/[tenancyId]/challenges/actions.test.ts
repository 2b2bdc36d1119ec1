import { expect, test } from "vitest";
import { sendTest } from "@/app/console/(operator)/[tenancyId]/settings/actions";
import type { ActionResult } from "@/lib/console/action-result";
import { withRequestFacts } from "@/lib/console/request-facts";
import { findShownChallenge } from "@/lib/domain/sign-in/challenge/find-challenges";
import { challengeOf, verify } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestOperator, requestFacts } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { removeChallenge, replaceCode, resumeEmails, retryChallengeDelivery } from "./actions";

const run = provideService();
const minuteMs = 60_000;

/** Creates a pending challenge whose email waits for a retry. */
async function waitingChallenge() {
  const tenancy = await createTestTenancy(run.current);
  const challenge = await challengeOf(tenancy);
  const { db, clock } = run.current;
  await db.outboxEmail.updateMany({
    where: { tenancyId: tenancy.id },
    data: { dueAt: new Date(clock.now() + minuteMs) },
  });
  const { challengeId } = challenge;
  const acts: Record<
    "retry" | "replace" | "resume" | "remove" | "test",
    () => Promise<ActionResult<unknown>>
  > = {
    retry: () => retryChallengeDelivery(tenancy.id, { challengeId }),
    replace: () => replaceCode(tenancy.id, { challengeId }),
    resume: () => resumeEmails(tenancy.id, { email: "bounced@example.com" }),
    remove: () => removeChallenge(tenancy.id, { challengeId }),
    test: () => sendTest(tenancy.id, { mail: "login", locale: "en" }),
  };
  const events = () =>
    db.auditEvent.count({
      where: {
        tenancyId: tenancy.id,
        action: {
          in: [
            "mail.retried",
            "mail.unblocked",
            "mail.test-sent",
            "challenge.code-replaced",
            "challenge.deleted",
          ],
        },
      },
    });
  return { tenancy, challenge, acts, events };
}

test("who may retry, replace, delete and test is what the roles say, and nothing changes for the others", async () => {
  const { tenancy, acts, events } = await waitingChallenge();
  const forbidden = { ok: false, error: { tag: "@error/Forbidden" } };
  const auditor = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "auditor" });
  for (const act of Object.values(acts)) expect(await auditor.as(act)).toMatchObject(forbidden);
  const support = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "support" });
  for (const act of [acts.remove, acts.test])
    expect(await support.as(act)).toMatchObject(forbidden);
  const other = await createTestOperator(run.current, {
    tenancyId: (await createTestTenancy(run.current)).id,
    role: "owner",
  });
  for (const act of Object.values(acts)) expect(await other.as(act)).toMatchObject(forbidden);
  const admin = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "admin" });
  for (const act of Object.values(acts)) {
    expect(await admin.as(act, { client: { origin: "https://evil.example" } })).toMatchObject(
      forbidden,
    );
    expect(await withRequestFacts(requestFacts(run.current, undefined), act)).toMatchObject({
      ok: false,
      needs: "sign-in",
    });
  }
  expect(await events()).toBe(0);
  expect(await support.as(acts.retry)).toEqual({ ok: true, value: { isDueNow: true } });
  await run.current.db.outboxEmail.updateMany({
    where: { tenancyId: tenancy.id },
    data: { state: "dead", sealed: null, endedBy: "refused" },
  });
  expect(await support.as(acts.replace)).toMatchObject({ ok: true });
});

test("a new code names its sender and counts the codes of the challenge", async () => {
  const { tenancy, challenge, acts } = await waitingChallenge();
  const shown = () => findShownChallenge(tenancy.ctx, challenge.challengeId);
  expect(await shown()).toMatchObject({ codesSent: 1, newCodeAt: null, newCodeBy: null });
  await run.current.db.outboxEmail.updateMany({
    where: { tenancyId: tenancy.id },
    data: { state: "dead", sealed: null, endedBy: "refused" },
  });
  const support = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "support" });
  expect(await support.as(acts.replace)).toMatchObject({ ok: true });
  expect(await shown()).toMatchObject({
    codesSent: 2,
    newCodeAt: new Date(run.current.clock.now()),
    newCodeBy: support.email,
    state: "pending",
  });
});

test("a deletion needs a passkey used just now, and makes the code worthless", async () => {
  const { tenancy, challenge, acts, events } = await waitingChallenge();
  const stale = await createTestOperator(run.current, {
    tenancyId: tenancy.id,
    role: "admin",
    isSteppedUp: false,
  });
  expect(await stale.as(acts.remove)).toMatchObject({ ok: false, needs: "step-up" });
  expect(await events()).toBe(0);
  const admin = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "admin" });
  expect(await admin.as(acts.remove)).toMatchObject({ ok: true });
  expect(await verify(tenancy, challenge)).toMatchObject({
    status: 400,
    body: { _tag: "@error/InvalidChallenge" },
  });
  expect(
    await run.current.db.auditEvent.findFirst({
      where: { tenancyId: tenancy.id, action: "challenge.deleted" },
    }),
  ).toMatchObject({
    actorKind: "operator",
    actorId: admin.sub,
    targetId: challenge.challengeId,
    address: "192.0.2.7",
  });
});

test("sends a test email only to the operator who requests it, whatever else the request contains", async () => {
  const { tenancy } = await waitingChallenge();
  const admin = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "admin" });
  const withAddress = {
    mail: "login",
    locale: "en",
    to: { sub: "x", email: "victim@example.com" },
  } as Parameters<typeof sendTest>[1];
  expect(await admin.as(() => sendTest(tenancy.id, withAddress))).toMatchObject({ ok: true });
  const mail = await run.current.db.outboxEmail.findFirstOrThrow({
    where: { tenancyId: tenancy.id, challengeId: null },
  });
  expect(await run.current.secrets.open("outbox-mail", mail.sealed ?? "")).toContain(
    `"to":"${admin.email}"`,
  );
});

test.each([
  {},
  { challengeId: "" },
  { challengeId: "../../x" },
  { challengeId: { contains: "" } },
  { challengeId: ["a"] },
])("input that is no id changes nothing: %j", async (input) => {
  const { tenancy, events } = await waitingChallenge();
  const admin = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "admin" });
  const given = input as { challengeId: string };
  const refused = { ok: false, error: { tag: "@error/BadRequest" } };
  expect(await admin.as(() => retryChallengeDelivery(tenancy.id, given))).toMatchObject(refused);
  expect(await admin.as(() => replaceCode(tenancy.id, given))).toMatchObject(refused);
  expect(await admin.as(() => removeChallenge(tenancy.id, given))).toMatchObject(refused);
  expect(await events()).toBe(0);
});
