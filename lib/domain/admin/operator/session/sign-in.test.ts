import { describe, expect, test } from "vitest";
import {
  endOtherSessions,
  listOwnSessions,
} from "@/lib/domain/admin/operator/account/own-sessions";
import { lifetimes } from "@/lib/limits";
import {
  createOperatorDevice,
  followTestLink,
  openSystem,
  runCeremony,
} from "@/testing/operator-ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { endSession, findSession, purgeSessions, stepUpUntil } from "./find-session";
import { createLink } from "./operator-link";
import { authorizeStepUp, signIn, stepUp } from "./sign-in";

const run = provideService();

/** Creates an owner of a new tenancy, with a device and a trusted passkey. */
async function createOwner() {
  const system = await openSystem(run.current);
  const tenancy = await createTestTenancy(run.current);
  const {
    sub,
    email,
    cookie: first,
  } = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const device = createOperatorDevice(run.current);
  const cookie = await followTestLink(
    system,
    device,
    await createLink(system, { purpose: "recovery", sub }),
  );
  const session = await findSession(run.current, cookie);
  if (session === null) throw new Error("no session was opened");
  return { system, tenancy, sub, email, device, cookie, session, first };
}

const isLive = async (cookie: string) => (await findSession(run.current, cookie)) !== null;
const waitUntilLater = async (
  system: Awaited<ReturnType<typeof openSystem>>,
  passkeyId: string | null,
) =>
  run.current.db.operatorPasskey.updateMany({
    where: { tenancyId: system.tenancy.id, passkeyId: passkeyId ?? "" },
    data: { trustedFrom: new Date(run.current.clock.now() + lifetimes.passkeyTrustMs) },
  });

describe("a passkey sign-in", () => {
  test("opens a session with a fresh passkey for five minutes, and stores only the cookie's hash", async () => {
    const { system, tenancy, sub, device } = await createOwner();
    const cookie = await signIn(system, await runCeremony(system, device));
    const session = await findSession(run.current, cookie);
    expect(session).toMatchObject({
      sub,
      signIn: "passkey",
      roles: [{ tenancyId: tenancy.id, role: "owner" }],
    });
    expect(session === null ? 0 : stepUpUntil(session)).toBe(
      run.current.clock.now() + lifetimes.stepUpMs,
    );
    expect(
      JSON.stringify(await run.current.db.operatorSession.findMany({ where: { sub } })),
    ).not.toContain(cookie);
    // One session is from the link, one from this sign-in.
    expect(
      await run.current.db.auditEvent.count({
        where: {
          targetId: sub,
          action: "operator.signed-in",
          actorKind: "operator",
          actorId: sub,
          address: "192.0.2.7",
        },
      }),
    ).toBe(2);
  });

  test("consumes its code once in concurrent requests", async () => {
    const { system, device } = await createOwner();
    const code = await runCeremony(system, device);
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(system, code)));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("is refused without a role, and for a passkey never added to the console", async () => {
    const { system, tenancy, sub, device } = await createOwner();
    await run.current.db.operatorPasskey.deleteMany({ where: { passkey: { sub } } });
    await expect(signIn(system, await runCeremony(system, device))).rejects.toMatchObject({
      tag: "@error/Forbidden",
    });
    await run.current.db.operator.deleteMany({ where: { tenancyId: tenancy.id } });
    await expect(signIn(system, await runCeremony(system, device))).rejects.toMatchObject({
      tag: "@error/Forbidden",
    });
    expect(await run.current.db.operatorSession.count({ where: { sub } })).toBe(2);
  });

  test("rejects the code of a step-up, and a step-up rejects that of a sign-in", async () => {
    const { system, session, device } = await createOwner();
    await expect(
      signIn(system, await runCeremony(system, device, await authorizeStepUp(system, session))),
    ).rejects.toMatchObject({ tag: "@error/InvalidCode" });
    await expect(stepUp(system, session, await runCeremony(system, device))).rejects.toMatchObject({
      tag: "@error/InvalidCode",
    });
  });
});

describe("a step-up", () => {
  test("lasts five minutes and needs the operator's own passkey", async () => {
    const { system, session, cookie, device } = await createOwner();
    run.current.clock.advance(lifetimes.stepUpMs);
    expect(stepUpUntil(session)).toBeLessThanOrEqual(run.current.clock.now());
    await stepUp(
      system,
      session,
      await runCeremony(system, device, await authorizeStepUp(system, session)),
    );
    const after = await findSession(run.current, cookie);
    expect(after === null ? 0 : stepUpUntil(after)).toBe(
      run.current.clock.now() + lifetimes.stepUpMs,
    );
  });

  test("is refused with another operator's passkey", async () => {
    const one = await createOwner();
    const other = await createOwner();
    const code = await runCeremony(
      one.system,
      other.device,
      await authorizeStepUp(one.system, other.session),
    );
    await expect(stepUp(one.system, one.session, code)).rejects.toMatchObject({
      tag: "@error/InvalidCode",
    });
  });

  test("is refused with a waiting passkey, to the millisecond", async () => {
    const { system, session, cookie, device } = await createOwner();
    await waitUntilLater(system, session.passkeyId);
    const attempt = async () =>
      stepUp(
        system,
        session,
        await runCeremony(system, device, await authorizeStepUp(system, session)),
      );
    await expect(attempt()).rejects.toMatchObject({ tag: "@error/Forbidden" });
    const signedIn = await findSession(
      run.current,
      await signIn(system, await runCeremony(system, device)),
    );
    expect(signedIn?.steppedUpAt).toBeNull();
    run.current.clock.advance(lifetimes.passkeyTrustMs - 1);
    await expect(attempt()).rejects.toMatchObject({ tag: "@error/Forbidden" });
    run.current.clock.advance(1);
    await attempt();
    expect(await isLive(cookie)).toBe(false);
  });
});

describe("a session", () => {
  test("ends after 12 hours without use", async () => {
    const { cookie } = await createOwner();
    run.current.clock.advance(lifetimes.operatorIdleMs - 1);
    expect(await isLive(cookie)).toBe(true);
    run.current.clock.advance(lifetimes.operatorIdleMs - 1);
    expect(await isLive(cookie)).toBe(true);
    run.current.clock.advance(lifetimes.operatorIdleMs);
    expect(await isLive(cookie)).toBe(false);
  });

  test("ends after 7 days, even if used", async () => {
    const { cookie } = await createOwner();
    const step = lifetimes.operatorIdleMs - 1_000;
    let used = 0;
    for (; used + step < lifetimes.operatorSessionMs; used += step) {
      expect(await isLive(cookie)).toBe(true);
      run.current.clock.advance(step);
    }
    expect(await isLive(cookie)).toBe(true);
    run.current.clock.advance(lifetimes.operatorSessionMs - used);
    expect(await isLive(cookie)).toBe(false);
    expect(await purgeSessions(run.current)).toBeGreaterThan(0);
  });

  test.each<[string, (made: Awaited<ReturnType<typeof createOwner>>) => Promise<unknown>]>([
    ["its user is deleted", ({ sub }) => run.current.db.user.deleteMany({ where: { sub } })],
    [
      "its user is disabled",
      ({ sub }) =>
        run.current.db.user.updateMany({ where: { sub }, data: { disabledAt: new Date(0) } }),
    ],
    ["its passkey is deleted", ({ sub }) => run.current.db.passkey.deleteMany({ where: { sub } })],
    [
      "its passkey is disabled",
      ({ sub }) =>
        run.current.db.passkey.updateMany({ where: { sub }, data: { disabledAt: new Date(0) } }),
    ],
    [
      "its last role is removed",
      ({ tenancy }) => run.current.db.operator.deleteMany({ where: { tenancyId: tenancy.id } }),
    ],
  ])("ends immediately when %s", async (_why, change) => {
    const made = await createOwner();
    expect(await isLive(made.cookie)).toBe(true);
    await change(made);
    expect(await isLive(made.cookie)).toBe(false);
  });

  test("is listed only for its own operator, who can end it or all others", async () => {
    const { system, session, cookie, first } = await createOwner();
    const stranger = await createOwner();
    const listed = await listOwnSessions(system, session);
    expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    await expect(endSession(system, stranger.session, session.id)).rejects.toMatchObject({
      tag: "@error/NotFound",
    });
    expect(await endOtherSessions(system, session)).toBe(1);
    expect([await isLive(cookie), await isLive(first), await isLive(stranger.cookie)]).toEqual([
      true,
      false,
      true,
    ]);
    await endSession(system, session, session.id);
    expect(await isLive(cookie)).toBe(false);
  });
});
