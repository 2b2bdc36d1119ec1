import { expect, test } from "vitest";
import type { ReportOutcome } from "@/lib/contract/prompt-outcome";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import type { TenancyContext } from "@/lib/domain/base/context";
import { reportsPerUserAndDay } from "@/lib/domain/record/timeline/write-events";
import { lifetimes, limits } from "@/lib/limits";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  beginAuthentication,
  beginRegistration,
  type Begun,
  finishAuthentication,
  finishRegistration,
  register,
} from "@/testing/ceremonies";
import { eventsOf } from "@/testing/events-of";
import { device as hostedDevice, newEmail, signUp } from "@/testing/hosted-sign-up";
import { createHostedTenancy, type CreationOptions, visit } from "@/testing/hosted-visitor";
import { withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import type { TestService } from "@/testing/test-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { reportOutcome } from "./report-outcome";

const run = provideService();
const invalid = { status: 400, body: { _tag: "@error/InvalidToken" } };
const cancelled = { outcome: "cancelled", afterMs: 12_000 } as const;

const createDevice = () => createSoftwareAuthenticator({ origin: testOrigin });

const report = (tenancy: TestTenancy, { sessionToken }: Begun<unknown>, more: object = cancelled) =>
  tenancy.browser("POST", "passkey/outcome", { ...cancelled, ...more, sessionToken });

/** Begins a sign-in that the backend authorizes for a user. */
async function beginAuthorized(tenancy: TestTenancy, fields: object) {
  const { body } = await tenancy.backend("POST", "passkey/authentication/authorize", fields);
  return beginAuthentication(tenancy, { authenticationToken: body["authenticationToken"] });
}

/** The tenancy's counts of prompts, without their prefix. */
async function promptsOf({ id: tenancyId }: TestTenancy): Promise<Record<string, number>> {
  await run.current.activity.flush();
  const rows = await run.current.db.activityCount.groupBy({
    by: ["metric"],
    where: { tenancyId, metric: { startsWith: "prompt." } },
    _sum: { count: true },
  });
  return Object.fromEntries(
    rows.map(({ metric, _sum }) => [metric.slice("prompt.".length), Number(_sum.count)]),
  );
}

const reportsOf = async (tenancy: TestTenancy) =>
  (await eventsOf(run.current, tenancy)).filter(({ kind }) => kind.endsWith(".reported"));

async function withUser(settings = {}) {
  const tenancy = await createTestTenancy(run.current, {}, settings);
  const device = createDevice();
  const { principal } = await register(tenancy, device, { userId: "ada" });
  const { sub } = await run.current.db.passkey.findFirstOrThrow({
    where: { tenancyId: tenancy.id, id: principal.authenticatorId },
  });
  return { tenancy, device, sub };
}

test("counts a report, spends its session, and shows it to the user whom the backend named", async () => {
  const { tenancy, device, sub } = await withUser();
  const begun = await beginAuthorized(tenancy, { userId: "ada" });
  run.current.clock.advance(20_000);
  expect((await report(tenancy, begun)).status).toBe(204);
  expect(await finishAuthentication(tenancy, device, begun)).toMatchObject(invalid);
  expect(await promptsOf(tenancy)).toEqual({
    "registration.started": 1,
    "registration.succeeded": 1,
    "sign-in.started": 1,
    "sign-in.cancelled": 1,
  });
  expect(await reportsOf(tenancy)).toMatchObject([
    { kind: "sign-in.reported", reason: "cancelled", sub, afterMs: 12_000, count: 1, email: null },
  ]);
});

test("shows a reported registration to a user who has a passkey, and to no new user", async () => {
  const { tenancy, sub } = await withUser();
  const own = await beginRegistration(tenancy, { userId: "ada" });
  await report(tenancy, own, { outcome: "failed", errorName: "NotReadableError" });
  expect(await finishRegistration(tenancy, createDevice(), own)).toMatchObject(invalid);
  await report(
    tenancy,
    await beginRegistration(tenancy, { userId: "new", email: "n@example.com" }),
  );
  expect(await reportsOf(tenancy)).toMatchObject([
    { kind: "registration.reported", reason: "failed.NotReadableError", sub },
  ]);
  expect(await promptsOf(tenancy)).toMatchObject({
    "registration.started": 3,
    "registration.failed": 1,
    "registration.cancelled": 1,
  });
});

test("a replayed report counts once, also 50 at once", async () => {
  const { tenancy } = await withUser();
  const begun = await beginAuthorized(tenancy, { userId: "ada" });
  const replies = await Promise.all(Array.from({ length: 50 }, () => report(tenancy, begun)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
  await report(tenancy, begun, { outcome: "failed" });
  expect(await promptsOf(tenancy)).toMatchObject({ "sign-in.cancelled": 1 });
  expect(await promptsOf(tenancy)).not.toHaveProperty("sign-in.failed");
  expect(await reportsOf(tenancy)).toMatchObject([{ count: 1 }]);
});

test("a report and a verification at once: one of them gets the session", async () => {
  const { tenancy, device } = await withUser();
  const begun = await beginAuthorized(tenancy, { userId: "ada" });
  const [verified] = await Promise.all([
    finishAuthentication(tenancy, device, begun),
    report(tenancy, begun),
  ]);
  const { "sign-in.cancelled": ended = 0, "sign-in.succeeded": succeeded = 0 } =
    await promptsOf(tenancy);
  expect([ended, succeeded]).toEqual(verified.status === 200 ? [0, 1] : [1, 0]);
});

test("a report after the verification changes nothing", async () => {
  const { tenancy, device } = await withUser();
  const begun = await beginAuthorized(tenancy, { userId: "ada" });
  const { body } = await finishAuthentication(tenancy, device, begun);
  const before = await promptsOf(tenancy);
  expect((await report(tenancy, begun)).status).toBe(204);
  expect(await promptsOf(tenancy)).toEqual(before);
  expect(await reportsOf(tenancy)).toEqual([]);
  const code = body["code"] as string;
  expect((await tenancy.backend("POST", `principal/${code}`)).status).toBe(200);
});

test("a report for a session of another tenancy spends and counts nothing", async () => {
  const { tenancy, device } = await withUser();
  const other = await createTestTenancy(run.current);
  const begun = await beginAuthorized(tenancy, { userId: "ada" });
  expect((await report(other, begun)).status).toBe(204);
  expect(await promptsOf(other)).toEqual({});
  expect(await reportsOf(other)).toEqual([]);
  expect((await finishAuthentication(tenancy, device, begun)).status).toBe(200);
});

test("a report for an expired session, or one whose key is revoked, changes nothing", async () => {
  const { tenancy } = await withUser();
  const expired = await beginAuthorized(tenancy, { userId: "ada" });
  run.current.clock.advance(lifetimes.ceremonyTimeoutMs + lifetimes.sessionGraceMs);
  await report(tenancy, expired);
  const revoked = await beginAuthorized(tenancy, { userId: "ada" });
  await run.current.db.apiKey.updateMany({
    where: { tenancyId: tenancy.id },
    data: { revokedAt: new Date(run.current.clock.now()) },
  });
  await report(tenancy, revoked);
  expect(await promptsOf(tenancy)).not.toHaveProperty("sign-in.cancelled");
  expect(await reportsOf(tenancy)).toEqual([]);
});

test("a token of another kind is neither spent nor counted", async () => {
  const { tenancy, device } = await withUser();
  const { body } = await tenancy.backend("POST", "passkey/authentication/authorize", {
    userId: "ada",
  });
  const authenticationToken = body["authenticationToken"] as string;
  await report(tenancy, { sessionToken: authenticationToken, optionsJSON: {} });
  const begun = await beginAuthentication(tenancy, { authenticationToken });
  const verified = await finishAuthentication(tenancy, device, begun);
  const code = verified.body["code"] as string;
  await report(tenancy, { sessionToken: code, optionsJSON: {} });
  expect((await tenancy.backend("POST", `principal/${code}`)).status).toBe(200);
  expect(await promptsOf(tenancy)).not.toHaveProperty("sign-in.cancelled");
});

test("a visitor who names a user by email reaches no timeline", async () => {
  const { tenancy } = await withUser();
  await run.current.db.user.updateMany({
    where: { tenancyId: tenancy.id },
    data: { email: "ada@example.com", emailNormalized: "ada@example.com", emailVerified: true },
  });
  await report(tenancy, await beginAuthentication(tenancy, { email: "ada@example.com" }));
  await report(tenancy, await beginAuthentication(tenancy, { email: "decoy@example.com" }));
  await report(tenancy, await beginAuthentication(tenancy));
  expect(await promptsOf(tenancy)).toMatchObject({ "sign-in.started": 3, "sign-in.cancelled": 3 });
  expect(await reportsOf(tenancy)).toEqual([]);
});

test("an autofill offer and an automatic registration count as no prompt", async () => {
  const { tenancy, device } = await withUser();
  const begin = () => beginAuthentication(tenancy, { mediation: "conditional" });
  await finishAuthentication(tenancy, device, await begin());
  await report(tenancy, await begin());
  await report(tenancy, await beginRegistration(tenancy, { userId: "ada", automatic: true }));
  expect(await promptsOf(tenancy)).toEqual({
    "registration.started": 1,
    "registration.succeeded": 1,
  });
  expect(await reportsOf(tenancy)).toEqual([]);
});

test("a prompt can't have been open for longer than its session", async () => {
  const { tenancy } = await withUser();
  const begun = await beginAuthorized(tenancy, { userId: "ada" });
  run.current.clock.advance(5_000);
  await report(tenancy, begun, { afterMs: Number.MAX_SAFE_INTEGER });
  expect(await reportsOf(tenancy)).toMatchObject([{ afterMs: 5_000 }]);
});

test("a report on the hosted pages reaches the user whose mailbox is proved", async () => {
  const tenancy = await createHostedTenancy(run.current);
  const { email } = await signUp(run.current, tenancy);
  const begin = async (address: string) => {
    const visitor = visit(run.current, tenancy);
    const { proof } = (await visitor.prove(address)).body;
    const { body } = await visitor.step("new-passkey-options", { proof });
    return { visitor, proof, begun: body as unknown as CreationOptions };
  };
  const known = await begin(email);
  const reply = await known.visitor.step("outcome", {
    ...cancelled,
    sessionToken: known.begun.sessionToken,
  });
  expect([reply.status, reply.text]).toEqual([204, ""]);
  const spent = await known.visitor.step("new-passkey", {
    proof: known.proof,
    sessionToken: known.begun.sessionToken,
    response: hostedDevice().register(known.begun.optionsJSON),
  });
  expect(spent).toMatchObject(invalid);
  const stranger = await begin(newEmail());
  await stranger.visitor.step("outcome", {
    ...cancelled,
    sessionToken: stranger.begun.sessionToken,
  });
  const user = await run.current.db.user.findFirstOrThrow({
    where: { tenancyId: tenancy.id, emailNormalized: email },
  });
  expect(await reportsOf(tenancy)).toMatchObject([
    { kind: "registration.reported", reason: "cancelled", sub: user.sub },
  ]);
});

test("a flood of reports displaces nothing, and is counted", async () => {
  const { tenancy, device, sub } = await withUser();
  await finishAuthentication(tenancy, device, await beginAuthentication(tenancy));
  const flood = 4 * reportsPerUserAndDay;
  for (let sent = 0; sent < flood; sent++) {
    // Also over several minutes, each of which has its own quota of other events.
    run.current.clock.advance(lifetimes.timelineWindowMs);
    await report(tenancy, await beginAuthorized(tenancy, { userId: "ada" }));
  }
  for (let refused = 0; refused < limits.timelineEventsPerSource; refused++)
    await finishAuthentication(tenancy, device, await beginAuthentication(tenancy), {
      origin: "https://evil.test",
    });
  const reports = await reportsOf(tenancy);
  expect(reports).toHaveLength(reportsPerUserAndDay + 1);
  expect(reports.reduce((sum, { count }) => sum + count, 0)).toBe(flood);
  expect(new Set(reports.map((event) => event.sub))).toEqual(new Set([sub]));
  const others = (await eventsOf(run.current, tenancy)).filter(
    ({ kind }) => kind === "sign-in.succeeded" || kind === "sign-in.refused",
  );
  expect(others).toHaveLength(1 + limits.timelineEventsPerSource);
  expect(await promptsOf(tenancy)).toMatchObject({ "sign-in.cancelled": flood });
});

test("ten thousand prompts are counted exactly, over two instances", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { sessionToken } = await beginAuthentication(tenancy);
  const template = await run.current.db.oneTimeToken.findFirstOrThrow({
    where: { tenancyId: tenancy.id, hash: hashSecretValue(sessionToken) },
  });
  const outcomes = ["cancelled", "timed-out", "no-passkey", "unsupported", "failed"] as const;
  const reports = Array.from({ length: 10_000 }, (_, index): ReportOutcome => ({
    sessionToken: `prompt ${index}`,
    outcome: outcomes[index % outcomes.length] ?? "failed",
    afterMs: index,
  }));
  await run.current.db.oneTimeToken.createMany({
    data: reports.map((report) => ({
      ...template,
      payload: template.payload as object,
      hash: hashSecretValue(report.sessionToken),
    })),
  });
  await withOtherInstance(async (other) => {
    const contextOf = (service: TestService): TenancyContext => ({
      ...tenancy.ctx,
      ...service,
      actor: { kind: "browser" },
    });
    const instances = [contextOf(run.current), contextOf(other)];
    const send = (report: ReportOutcome, ctx: TenancyContext | undefined) =>
      reportOutcome(ctx ?? tenancy.ctx, { rule: "verification", address: "203.0.113.7" }, report);
    for (let from = 0; from < reports.length; from += 500)
      await Promise.all(
        reports.slice(from, from + 500).flatMap((report, index) => [
          send(report, instances[index % 2]),
          // Every tenth is repeated, at the other instance.
          ...(index % 10 === 0 ? [send(report, instances[(index + 1) % 2])] : []),
        ]),
      );
    await other.activity.flush();
  });
  const { "sign-in.started": started, ...ended } = await promptsOf(tenancy);
  expect(started).toBe(1);
  expect(ended).toEqual(
    Object.fromEntries(outcomes.map((outcome) => [`sign-in.${outcome}`, 2_000])),
  );
});
