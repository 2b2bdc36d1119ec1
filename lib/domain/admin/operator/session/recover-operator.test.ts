import { describe, expect, test } from "vitest";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import { createOperatorDevice, followTestLink, openSystem } from "@/testing/operator-ceremonies";
import { withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { findSession, stepUpUntil } from "./find-session";
import { recoverOperator, type Recovery } from "./recover-operator";

const run = provideService();
const email = "Ada@Example.com";
const origin = "http://localhost:3000";

/** An installation without owners. */
async function begin() {
  await run.current.db.tenancy.deleteMany({ where: { isSystem: true } });
}
const recover = (input: Partial<{ email: string; disableOthers: boolean }> = {}) =>
  recoverOperator(run.current, { email, disableOthers: false, ...input });
const operators = () =>
  run.current.db.operator.findMany({ where: { tenancy: { isSystem: true } } });

/** Follows the link on a new device. @returns the opened session */
async function followLink({ link }: Recovery) {
  const cookie = await followTestLink(
    await openSystem(run.current),
    createOperatorDevice(run.current),
    { link },
  );
  return findSession(run.current, cookie);
}

describe("the first owner", () => {
  test("is created if there is none, and the link registers one passkey once", async () => {
    await begin();
    const first = await recover();
    const system = await getSystemTenancy(run.current);
    expect(first).toMatchObject({
      isFirst: true,
      disabledPasskeys: 0,
      expiresAt: run.current.clock.now() + 600_000,
    });
    expect(first.link).toMatch(new RegExp(`^${origin}/console/recover#[\\w-]{43}$`));
    expect(await operators()).toMatchObject([
      { tenancyId: system.id, sub: first.sub, role: "owner" },
    ]);
    const session = await followLink(first);
    expect(session).toMatchObject({
      sub: first.sub,
      email,
      signIn: "passkey",
      roles: [{ tenancyId: system.id, role: "owner" }],
    });
    expect(session === null ? 0 : stepUpUntil(session)).toBeGreaterThan(run.current.clock.now());
    await expect(followLink(first)).rejects.toMatchObject({ tag: "@error/InvalidToken" });
    const events = await run.current.db.auditEvent.findMany({
      where: { tenancyId: system.id, targetKind: "operator" },
      select: { action: true, targetId: true, actorKind: true },
      orderBy: { action: "asc" },
    });
    expect(events.map(({ action, actorKind }) => [action, actorKind])).toEqual([
      ["operator.owner-made", "system"],
      ["operator.recovered", "system"],
      ["operator.signed-in", "operator"],
    ]);
    expect(new Set(events.map(({ targetId }) => targetId))).toEqual(new Set([first.sub]));
  });

  test("is created once in concurrent requests", async () => {
    await begin();
    const asked = await withOtherInstance((other) =>
      Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          recoverOperator(index % 2 === 0 ? run.current : other, {
            email: `owner-${index}@example.com`,
            disableOthers: false,
          }),
        ),
      ),
    );
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of asked)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({ tag: "@error/NotFound" });
    expect(await operators()).toHaveLength(1);
    expect(await run.current.db.tenancy.count({ where: { isSystem: true } })).toBe(1);
    expect(await run.current.db.user.count({ where: { tenancy: { isSystem: true } } })).toBe(1);
  });
});

describe("a recovered owner", () => {
  test("keeps role, sub and passkeys, unless the passkeys are to be disabled", async () => {
    await begin();
    const first = await recover();
    await followLink(first);
    const again = await recover({ email: "ada@EXAMPLE.com" });
    expect(again).toMatchObject({ sub: first.sub, isFirst: false, disabledPasskeys: 0 });
    expect(await followLink(again)).toMatchObject({ sub: first.sub });
    expect(await recover({ disableOthers: true })).toMatchObject({
      sub: first.sub,
      disabledPasskeys: 2,
    });
    const passkeys = await run.current.db.passkey.findMany({ where: { sub: first.sub } });
    expect(passkeys.map(({ disabledReason }) => disabledReason)).toEqual([
      "owner recovered",
      "owner recovered",
    ]);
    expect(await operators()).toHaveLength(1);
    expect(await run.current.db.operatorSession.count({ where: { sub: first.sub } })).toBe(0);
  });

  test("is enabled again", async () => {
    await begin();
    const { sub } = await recover();
    await run.current.db.user.updateMany({
      where: { sub },
      data: { disabledAt: new Date(run.current.clock.now()) },
    });
    expect(await followLink(await recover())).toMatchObject({ sub });
  });

  test.each([
    ["a stranger's email", "eve@example.com", "@error/NotFound"],
    ["an invalid email", "nobody", "@error/InvalidEmail"],
  ])("cannot be found by %s, and nothing changes", async (_name, stranger, tag) => {
    await begin();
    await recover();
    const state = async () => [
      await operators(),
      await run.current.db.user.count(),
      await run.current.db.oneTimeToken.count(),
      await run.current.db.auditEvent.count(),
    ];
    const before = await state();
    await expect(recover({ email: stranger })).rejects.toMatchObject({ tag });
    expect(await state()).toEqual(before);
  });

  test("must have a role: a user of the system tenancy is not enough", async () => {
    await begin();
    await recover();
    const { id } = await getSystemTenancy(run.current);
    const now = new Date(run.current.clock.now());
    await run.current.db.user.create({
      data: {
        tenancyId: id,
        sub: run.current.createId(),
        email: "eve@example.com",
        emailNormalized: "eve@example.com",
        emailVerified: true,
        selfService: false,
        createdAt: now,
        updatedAt: now,
      },
    });
    await expect(recover({ email: "eve@example.com" })).rejects.toMatchObject({
      tag: "@error/NotFound",
    });
  });
});

test("in production the system tenancy's relying party is the console's host", async () => {
  await begin();
  const system = await getSystemTenancy({ ...run.current, baseUrl: "https://id.example.com" });
  expect(system).toMatchObject({
    rpId: "id.example.com",
    allowedOrigins: ["https://id.example.com"],
    environment: "production",
    selfServiceRegistration: false,
  });
  await begin();
  await expect(
    getSystemTenancy({ ...run.current, baseUrl: "https://192.0.2.1" }),
  ).rejects.toMatchObject({ tag: "@error/BadRequest" });
});
