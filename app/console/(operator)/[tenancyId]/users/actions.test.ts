import { expect, test } from "vitest";
import { z } from "zod";
import { withRequestFacts } from "@/lib/console/request-facts";
import type { OperatorRole } from "@/lib/domain/base/permission";
import { requestDeletion } from "@/lib/domain/user/deletion/request-deletion";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestOperator, requestFacts } from "@/testing/test-operator";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { GET as exportUser } from "./[sub]/export/route";
import {
  cancelUserDeletion,
  changeUserEmail,
  disableUser,
  enableUser,
  eraseUser,
  renameUser,
  setEmailVerified,
} from "./actions";

const run = provideService();

async function populated() {
  const tenancy = await createTestTenancy(run.current);
  const { subs } = await populate(run.current.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: run.current.clock.now(),
    users: 1,
    passkeys: 2,
    rareEvery: 1_000,
  });
  return { tenancy, sub: subs[0] ?? "" };
}

const stateOf = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.user
    .findMany({ where: { tenancyId }, include: { passkeys: true } })
    .then((rows) =>
      JSON.stringify(rows, (_, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      ),
    );

/** Requests the deletion as the user does on the account page. */
async function requestOwnDeletion({ ctx, id, set }: TestTenancy, sub: string): Promise<void> {
  await set({ accountDeletion: "on" });
  await run.current.db.user.updateMany({
    where: { tenancyId: id, sub },
    data: { emailVerified: true },
  });
  await requestDeletion(
    { ...ctx, tenancy: { ...ctx.tenancy, accountDeletion: "on" }, actor: { kind: "browser" } },
    { sub, isConfirmedAgain: false },
  );
}

const reason = "asked by phone";
const acts = {
  renameUser: (tenancy: TestTenancy, sub: string) =>
    renameUser(tenancy.id, { sub, givenName: "Grace", familyName: "Hopper" }),
  setEmailVerified: (tenancy: TestTenancy, sub: string) =>
    setEmailVerified(tenancy.id, { sub, emailVerified: true }),
  changeUserEmail: (tenancy: TestTenancy, sub: string) =>
    changeUserEmail(tenancy.id, {
      sub,
      email: "grace@example.com",
      emailVerified: false,
      renamePasskeys: true,
    }),
  disableUser: (tenancy: TestTenancy, sub: string) => disableUser(tenancy.id, { sub, reason }),
  enableUser: (tenancy: TestTenancy, sub: string) => enableUser(tenancy.id, { sub }),
  cancelUserDeletion: (tenancy: TestTenancy, sub: string) =>
    cancelUserDeletion(tenancy.id, { sub }),
  eraseUser: (tenancy: TestTenancy, sub: string) => eraseUser(tenancy.id, { sub }),
};
type Name = keyof typeof acts;
const names = Object.keys(acts) as Name[];
const allowed: Record<Name, OperatorRole[]> = {
  renameUser: ["owner", "admin"],
  setEmailVerified: ["owner", "admin"],
  changeUserEmail: ["owner", "admin"],
  disableUser: ["owner", "admin", "support"],
  enableUser: ["owner", "admin", "support"],
  cancelUserDeletion: ["owner", "admin", "support"],
  eraseUser: ["owner", "admin"],
};

test.each(names)(
  "%s works for the roles of the matrix, and changes nothing for the others",
  async (name) => {
    for (const role of ["owner", "admin", "support", "auditor"] as const) {
      const { tenancy, sub } = await populated();
      const operator = await createTestOperator(run.current, { tenancyId: tenancy.id, role });
      await setUserDisabled(tenancy.ctx, sub, name === "enableUser");
      if (name === "cancelUserDeletion") await requestOwnDeletion(tenancy, sub);
      const before = await stateOf(tenancy);
      const result = await operator.as(() => acts[name](tenancy, sub));
      expect(result.ok, role).toBe(allowed[name].includes(role));
      expect((await stateOf(tenancy)) === before, role).toBe(!result.ok);
    }
  },
);

test.each(names)(
  "%s is refused without a session, from another site, for another tenancy's operator and in another tenancy",
  async (name) => {
    const { tenancy, sub } = await populated();
    const other = await createTestTenancy(run.current);
    const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
    const stranger = await createTestOperator(run.current, { tenancyId: other.id });
    const before = await stateOf(tenancy);
    const refused = [
      await withRequestFacts(requestFacts(run.current, undefined), () => acts[name](tenancy, sub)),
      await owner.as(() => acts[name](tenancy, sub), {
        client: { origin: "https://evil.example" },
      }),
      await owner.as(() => acts[name](tenancy, sub), { client: {} }),
      await stranger.as(() => acts[name](tenancy, sub)),
      await stranger.as(() => acts[name](other, sub)),
    ];
    expect(refused.map(({ ok }) => ok)).toEqual([false, false, false, false, false]);
    expect(await stateOf(tenancy)).toBe(before);
  },
);

test("an erasure asks for the passkey once more", async () => {
  const { tenancy, sub } = await populated();
  const owner = await createTestOperator(run.current, {
    tenancyId: tenancy.id,
    isSteppedUp: false,
  });
  expect(await owner.as(() => eraseUser(tenancy.id, { sub }))).toMatchObject({
    ok: false,
    needs: "step-up",
  });
  expect(await run.current.db.user.count({ where: { tenancyId: tenancy.id } })).toBe(1);
});

test("an erasure records its reason", async () => {
  const { tenancy, sub } = await populated();
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  await owner.as(() => eraseUser(tenancy.id, { sub, reason: " Closed their account " }));
  expect(
    await run.current.db.auditEvent.findFirst({
      where: { tenancyId: tenancy.id, action: "user.erased" },
    }),
  ).toMatchObject({ targetId: sub, actorId: owner.sub, reason: "Closed their account" });
});

test("what makes no sense is refused beside its field", async () => {
  const { tenancy, sub } = await populated();
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const long = await owner.as(() =>
    renameUser(tenancy.id, { sub, givenName: "x".repeat(101), familyName: "" }),
  );
  expect(long).toMatchObject({ ok: false, error: { issues: [{ path: "givenName" }] } });
  expect(
    await owner.as(() =>
      changeUserEmail(tenancy.id, {
        sub,
        email: "nonsense",
        emailVerified: false,
        renamePasskeys: false,
      }),
    ),
  ).toMatchObject({ error: { tag: "@error/InvalidEmail" } });
  expect(
    await owner.as(() => disableUser(tenancy.id, { sub: { not: "" } as never, reason })),
  ).toMatchObject({ ok: false, error: { tag: "@error/BadRequest" } });
  expect(
    await owner.as(() => disableUser(tenancy.id, { sub: "01hzzzzzzzzzzzzzzzzzzzzzzz", reason })),
  ).toMatchObject({ ok: false, error: { tag: "@error/NotFound" } });
  expect(await owner.as(() => disableUser(tenancy.id, { sub, reason: " ab " }))).toMatchObject({
    ok: false,
    error: { issues: [{ path: "reason" }] },
  });
});

test("refuses user actions in the system tenancy, for every operator", async () => {
  const owner = await createTestOperator(run.current);
  const system = { id: owner.system.tenancy.id } as TestTenancy;
  for (const name of names)
    expect(await owner.as(() => acts[name](system, owner.sub))).toMatchObject({
      ok: false,
      error: { tag: "@error/Forbidden" },
    });
});

test("an operator is told of by the audit log, with where they were", async () => {
  const { tenancy, sub } = await populated();
  const operator = await createTestOperator(run.current, {
    tenancyId: tenancy.id,
    role: "support",
  });
  await operator.as(() => disableUser(tenancy.id, { sub, reason }));
  const [event] = await run.current.db.auditEvent.findMany({
    where: { tenancyId: tenancy.id, action: "user.disabled" },
  });
  expect(event).toMatchObject({
    actorKind: "operator",
    actorId: operator.sub,
    targetId: sub,
    address: "192.0.2.7",
  });
});

test("a person's export is for owners, admins and auditors", async () => {
  const { tenancy, sub } = await populated();
  const get = (tenancyId: string) =>
    exportUser(new Request("http://localhost:3000/x"), {
      params: Promise.resolve({ tenancyId, sub }),
    });
  const statuses: number[] = [];
  for (const role of ["owner", "admin", "auditor", "support"] as const) {
    const operator = await createTestOperator(run.current, { tenancyId: tenancy.id, role });
    const reply = await operator.as(() => get(tenancy.id));
    statuses.push(reply.status);
    if (reply.status === 200)
      expect(JSON.parse(await reply.text())).toMatchObject({ user: { sub } });
  }
  expect(statuses).toEqual([200, 200, 200, 404]);
  expect(
    (await withRequestFacts(requestFacts(run.current, undefined), () => get(tenancy.id))).status,
  ).toBe(404);
  const foreign = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: foreign.id });
  expect((await owner.as(() => get(foreign.id))).status).toBe(404);
});
