import { expect, test } from "vitest";
import { z } from "zod";
import { withRequestFacts } from "@/lib/console/request-facts";
import type { OperatorRole } from "@/lib/domain/base/permission";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestOperator, requestFacts } from "@/testing/test-operator";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import {
  deletePasskeys,
  disablePasskey,
  disablePasskeys,
  enablePasskeys,
  renamePasskey,
} from "./actions";
import { GET as exportPasskeys } from "./export/route";

const run = provideService();

async function populated() {
  const tenancy = await createTestTenancy(run.current);
  const { passkeyIds } = await populate(run.current.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: run.current.clock.now(),
    users: 1,
    passkeys: 2,
    rareEvery: 1_000,
  });
  return { tenancy, passkeyIds };
}

const stateOf = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.passkey
    .findMany({
      where: { tenancyId },
      orderBy: { id: "asc" },
      select: { id: true, username: true, disabledAt: true, disabledReason: true },
    })
    .then((rows) => JSON.stringify(rows));

const acts = {
  disablePasskey: (tenancy: TestTenancy, [passkeyId = ""]: string[]) =>
    disablePasskey(tenancy.id, { passkeyId, reason: "lost" }),
  disablePasskeys: (tenancy: TestTenancy, passkeyIds: string[]) =>
    disablePasskeys(tenancy.id, { passkeyIds, reason: "lost" }),
  renamePasskey: (tenancy: TestTenancy, [passkeyId = ""]: string[]) =>
    renamePasskey(tenancy.id, { passkeyId, username: "new name" }),
  deletePasskeys: (tenancy: TestTenancy, passkeyIds: string[]) =>
    deletePasskeys(tenancy.id, { passkeyIds }),
};
type Name = keyof typeof acts;
const names = Object.keys(acts) as Name[];
const allowed: Record<Name, OperatorRole[]> = {
  disablePasskey: ["owner", "admin", "support"],
  disablePasskeys: ["owner", "admin", "support"],
  renamePasskey: ["owner", "admin"],
  deletePasskeys: ["owner", "admin"],
};

test.each(names)(
  "%s works for the roles of the matrix, and changes nothing for the others",
  async (name) => {
    for (const role of ["owner", "admin", "support", "auditor"] as const) {
      const { tenancy, passkeyIds } = await populated();
      const operator = await createTestOperator(run.current, { tenancyId: tenancy.id, role });
      const before = await stateOf(tenancy);
      const result = await operator.as(() => acts[name](tenancy, passkeyIds));
      expect(result.ok, role).toBe(allowed[name].includes(role));
      expect((await stateOf(tenancy)) === before, role).toBe(!result.ok);
    }
  },
);

test.each(names)(
  "%s changes nothing without a session, from another site, or for another tenancy's operator",
  async (name) => {
    const { tenancy, passkeyIds } = await populated();
    const other = await createTestTenancy(run.current);
    const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
    const stranger = await createTestOperator(run.current, { tenancyId: other.id });
    const before = await stateOf(tenancy);
    expect(
      (
        await withRequestFacts(requestFacts(run.current, undefined), () =>
          acts[name](tenancy, passkeyIds),
        )
      ).ok,
    ).toBe(false);
    expect(
      (
        await owner.as(() => acts[name](tenancy, passkeyIds), {
          client: { origin: "https://evil.example" },
        })
      ).ok,
    ).toBe(false);
    expect((await stranger.as(() => acts[name](tenancy, passkeyIds))).ok).toBe(false);
    // In the operator's own tenancy, these ids don't exist.
    await stranger.as(() => acts[name](other, passkeyIds));
    expect(await stateOf(tenancy)).toBe(before);
  },
);

test("a deletion asks for the passkey once more, records its reason, and tells what had gone before", async () => {
  const { tenancy, passkeyIds } = await populated();
  const [first = ""] = passkeyIds;
  const cold = await createTestOperator(run.current, { tenancyId: tenancy.id, isSteppedUp: false });
  expect(await cold.as(() => deletePasskeys(tenancy.id, { passkeyIds }))).toMatchObject({
    ok: false,
    needs: "step-up",
  });
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  expect(
    await owner.as(() => deletePasskeys(tenancy.id, { passkeyIds: [first], reason: "Lost phone" })),
  ).toEqual({ ok: true, value: { deleted: 1, missing: [] } });
  expect(await owner.as(() => deletePasskeys(tenancy.id, { passkeyIds }))).toEqual({
    ok: true,
    value: { deleted: 1, missing: [first] },
  });
  expect(
    await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: "passkey.deleted" },
      orderBy: { targetId: "asc" },
      select: { targetId: true, reason: true },
    }),
  ).toEqual([
    { targetId: first, reason: "Lost phone" },
    { targetId: passkeyIds[1], reason: null },
  ]);
});

test("what was disabled can be enabled again, by support too, with a fresh passkey", async () => {
  const { tenancy, passkeyIds } = await populated();
  const [first = ""] = passkeyIds;
  const support = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "support" });
  expect(
    await support.as(() => disablePasskey(tenancy.id, { passkeyId: first, reason: " " })),
  ).toMatchObject({ ok: false, error: { issues: [{ path: "reason" }] } });
  expect(
    await support.as(() => disablePasskey(tenancy.id, { passkeyId: first, reason: "lost" })),
  ).toEqual({ ok: true, value: { changed: [first], missing: [] } });
  expect(await run.current.db.passkey.findFirst({ where: { id: first } })).toMatchObject({
    disabledReason: "lost",
  });
  const stale = await createTestOperator(run.current, {
    tenancyId: tenancy.id,
    role: "support",
    isSteppedUp: false,
  });
  expect(await stale.as(() => enablePasskeys(tenancy.id, { passkeyIds }))).toMatchObject({
    ok: false,
    needs: "step-up",
  });
  expect(await support.as(() => enablePasskeys(tenancy.id, { passkeyIds }))).toEqual({
    ok: true,
    value: { changed: [first], missing: [] },
  });
});

test("none, more than a thousand, and what is no id are refused", async () => {
  const { tenancy } = await populated();
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  for (const passkeyIds of [
    [],
    Array.from({ length: 1_001 }, () => run.current.createId()),
    [{ not: "" }] as never,
    "all" as never,
  ])
    expect(await owner.as(() => deletePasskeys(tenancy.id, { passkeyIds }))).toMatchObject({
      ok: false,
      error: { tag: "@error/BadRequest" },
    });
  expect(
    await owner.as(() =>
      disablePasskeys(tenancy.id, { passkeyIds: ["x"], reason: "x".repeat(201) }),
    ),
  ).toMatchObject({ ok: false, error: { issues: [{ path: "reason" }] } });
});

test("operators' own passkeys are no part of a vault", async () => {
  const owner = await createTestOperator(run.current);
  const system = { id: owner.system.tenancy.id } as TestTenancy;
  for (const name of names)
    expect(await owner.as(() => acts[name](system, [run.current.createId()]))).toMatchObject({
      ok: false,
      error: { tag: "@error/Forbidden" },
    });
});

const download = (tenancyId: string, query = "") =>
  exportPasskeys(new Request(`http://localhost:3000/x?${query}`), {
    params: Promise.resolve({ tenancyId }),
  });

test("an export has all that the filter leaves, in files that run no formula, and is audited", async () => {
  const { tenancy, passkeyIds } = await populated();
  const auditor = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "auditor" });
  const [first = "", second = ""] = passkeyIds;
  await run.current.db.passkey.updateMany({
    where: { tenancyId: tenancy.id, id: first },
    data: { username: "=cmd|'/c calc'!A1", disabledAt: new Date(0), disabledReason: '+1,"x"\n@y' },
  });
  const json = JSON.parse(
    await (await auditor.as(() => download(tenancy.id, "format=json"))).text(),
  ) as { id: string }[];
  expect(json.map(({ id }) => id)).toEqual([second, first]);
  const csv = await (
    await auditor.as(() => download(tenancy.id, "format=csv&state=disabled"))
  ).text();
  expect(csv.split("\r\n")[0]).toContain("id,userId,sub,username");
  expect(csv).toContain(`${first},user-0,`);
  expect(csv).toContain(`'=cmd|'/c calc'!A1`);
  expect(csv).toContain(`"'+1,""x""\n'@y"`);
  expect(csv).not.toContain(second);
  const events = await run.current.db.auditEvent.findMany({
    where: { tenancyId: tenancy.id, action: "passkey.exported", actorId: auditor.sub },
    orderBy: { detail: "asc" },
  });
  expect(events.map(({ detail }) => detail)).toEqual(["all", "filtered"]);
});

test("an export is for owners, admins and auditors of that tenancy", async () => {
  const { tenancy } = await populated();
  const support = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "support" });
  const stranger = await createTestOperator(run.current, {
    tenancyId: (await createTestTenancy(run.current)).id,
  });
  expect((await support.as(() => download(tenancy.id))).status).toBe(404);
  expect((await stranger.as(() => download(tenancy.id))).status).toBe(404);
});
