import { describe, expect, test } from "vitest";
import { findSession } from "@/lib/domain/admin/operator/session/find-session";
import { openSystem } from "@/testing/operator-ceremonies";
import { withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { changeRole, removeMember } from "./change-role";
import { inviteMember } from "./invite-member";
import { listMembers } from "./list-members";

const run = provideService();

async function createPair() {
  const tenancy = await createTestTenancy(run.current);
  const ada = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const bob = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const as = ({ sub }: { sub: string }) => ({
    ...tenancy.ctx,
    actor: { kind: "operator" as const, id: sub },
  });
  return { tenancy, ada, bob, as };
}

const ownersOf = (tenancyId: string) =>
  run.current.db.operator.count({ where: { tenancyId, role: "owner" } });

describe("the last owner", () => {
  test("cannot be removed or demoted by anyone", async () => {
    const { tenancy, ada, bob, as } = await createPair();
    await removeMember(as(ada), bob.sub);
    await expect(removeMember(as(ada), ada.sub)).rejects.toMatchObject({ tag: "@error/Forbidden" });
    for (const role of ["admin", "support", "auditor"] as const)
      await expect(changeRole(as(ada), { sub: ada.sub, role })).rejects.toMatchObject({
        tag: "@error/Forbidden",
      });
    await changeRole(as(ada), { sub: ada.sub, role: "owner" });
    expect(await ownersOf(tenancy.id)).toBe(1);
  });

  test.each(["remove", "demote"] as const)(
    "remains when two owners %s each other concurrently on two instances",
    async (how) => {
      for (let round = 0; round < 8; round++) {
        const { tenancy, ada, bob, as } = await createPair();
        const act = (by: { sub: string }, whom: { sub: string }, part: object) =>
          how === "remove"
            ? removeMember({ ...as(by), ...part }, whom.sub)
            : changeRole({ ...as(by), ...part }, { sub: whom.sub, role: "auditor" });
        const outcomes = await withOtherInstance((other) =>
          Promise.allSettled([act(ada, bob, {}), act(bob, ada, { db: other.db })]),
        );
        expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
        expect(await ownersOf(tenancy.id)).toBe(1);
      }
    },
  );

  test("of the installation cannot be removed either", async () => {
    const system = await openSystem(run.current);
    await run.current.db.operator.deleteMany({ where: { tenancyId: system.tenancy.id } });
    const root = await createTestOperator(run.current);
    await expect(removeMember(system, root.sub)).rejects.toMatchObject({ tag: "@error/Forbidden" });
  });
});

describe("a member's role", () => {
  test("ends their sessions when it changes, and the new role is audited", async () => {
    const { tenancy, ada, bob, as } = await createPair();
    await changeRole(as(ada), { sub: bob.sub, role: "owner" });
    expect(await findSession(run.current, bob.cookie)).not.toBeNull();
    await changeRole(as(ada), { sub: bob.sub, role: "auditor" });
    expect(await findSession(run.current, bob.cookie)).toBeNull();
    expect(await findSession(run.current, ada.cookie)).not.toBeNull();
    expect(
      await run.current.db.operator.findMany({ where: { tenancyId: tenancy.id, sub: bob.sub } }),
    ).toMatchObject([{ role: "auditor" }]);
    expect(
      await run.current.db.auditEvent.findMany({
        where: { tenancyId: tenancy.id, action: "operator.role-changed" },
      }),
    ).toMatchObject([{ actorId: ada.sub, targetId: bob.sub, detail: "auditor" }]);
  });

  test("can be changed in its own tenancy only, and is always owner in the system tenancy", async () => {
    const one = await createPair();
    const other = await createPair();
    await expect(
      changeRole(one.as(one.ada), { sub: other.bob.sub, role: "owner" }),
    ).rejects.toMatchObject({ tag: "@error/NotFound" });
    await expect(removeMember(one.as(one.ada), other.bob.sub)).rejects.toMatchObject({
      tag: "@error/NotFound",
    });
    const system = await openSystem(run.current);
    const root = await createTestOperator(run.current);
    await expect(changeRole(system, { sub: root.sub, role: "admin" })).rejects.toMatchObject({
      tag: "@error/BadRequest",
      extra: { issues: [{ path: "role" }] },
    });
  });

  test("is removed with their sessions, and other roles and members stay", async () => {
    const { tenancy, ada, bob, as } = await createPair();
    const elsewhere = await createTestTenancy(run.current);
    await run.current.db.operator.create({
      data: { tenancyId: elsewhere.id, sub: bob.sub, role: "support", createdAt: new Date(0) },
    });
    await removeMember(as(ada), bob.sub);
    expect(await findSession(run.current, bob.cookie)).toBeNull();
    expect(await run.current.db.operator.findMany({ where: { sub: bob.sub } })).toMatchObject([
      { tenancyId: elsewhere.id, role: "support" },
    ]);
    await run.current.db.operator.create({
      data: { tenancyId: elsewhere.id, sub: ada.sub, role: "owner", createdAt: new Date(0) },
    });
    await removeMember({ ...as(ada), tenancy: elsewhere.ctx.tenancy }, bob.sub);
    expect(await run.current.db.operator.count({ where: { sub: bob.sub } })).toBe(0);
    expect(await findSession(run.current, ada.cookie)).not.toBeNull();
    expect((await listMembers(tenancy.ctx)).members.map(({ sub }) => sub)).toEqual([ada.sub]);
  });

  test.each(["removed", "made an admin"])(
    "revokes the invitations they sent when they are %s",
    async (what) => {
      const { ada, bob, as } = await createPair();
      const { id } = await inviteMember(as(bob), {
        email: `puppet-${bob.sub}@example.com`,
        role: "owner",
      });
      const { id: kept } = await inviteMember(as(ada), {
        email: `friend-${bob.sub}@example.com`,
        role: "support",
      });
      await (what === "removed"
        ? removeMember(as(ada), bob.sub)
        : changeRole(as(ada), { sub: bob.sub, role: "admin" }));
      const rows = await run.current.db.operatorInvitation.findMany({
        where: { id: { in: [id, kept] } },
      });
      expect(rows.map((row) => [row.id, row.revokedAt !== null]).sort()).toEqual(
        [
          [id, true],
          [kept, false],
        ].sort(),
      );
    },
  );
});

test("lists members in pages, newest account first", async () => {
  const tenancy = await createTestTenancy(run.current);
  const system = await openSystem(run.current);
  const now = new Date(run.current.clock.now());
  const subs = Array.from({ length: 70 }, () => run.current.createId());
  await run.current.db.user.createMany({
    data: subs.map((sub) => ({
      tenancyId: system.tenancy.id,
      sub,
      selfService: false,
      createdAt: now,
      updatedAt: now,
    })),
  });
  await run.current.db.operator.createMany({
    data: subs.map((sub) => ({
      tenancyId: tenancy.id,
      sub,
      role: "auditor" as const,
      createdAt: now,
    })),
  });
  const first = await listMembers(tenancy.ctx);
  const second = await listMembers(tenancy.ctx, { before: first.next ?? "" });
  expect([first.members.length, second.members.length, second.next]).toEqual([50, 20, null]);
  expect([...first.members, ...second.members].map(({ sub }) => sub)).toEqual(
    subs.toSorted().reverse(),
  );
});
