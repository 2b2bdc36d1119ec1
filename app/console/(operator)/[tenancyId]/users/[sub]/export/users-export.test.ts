import { expect, test } from "vitest";
import { z } from "zod";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { GET } from "./route";

const run = provideService();

/** Number 0 isn't disabled, number 1 is. */
async function populated(users = 3) {
  const tenancy = await createTestTenancy(run.current);
  const { subs } = await populate(run.current.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: run.current.clock.now(),
    users,
    passkeys: 1,
    rareEvery: 1_000,
  });
  return { tenancy, subs };
}

const download = (tenancyId: string, query = "") =>
  GET(new Request(`http://localhost:3000/x?${query}`), {
    params: Promise.resolve({ tenancyId, sub: "all" }),
  });

test("exports exactly the users who match, without formulas, and is audited", async () => {
  const { tenancy, subs } = await populated();
  const auditor = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "auditor" });
  const [first = "", second = "", third = ""] = subs;
  await run.current.db.user.updateMany({
    where: { tenancyId: tenancy.id, sub: second },
    data: { givenName: "=cmd|'/c calc'!A1", familyName: "" },
  });
  const text = async (query: string) =>
    (await auditor.as(() => download(tenancy.id, query))).text();
  const all = JSON.parse(await text("format=json")) as { sub: string }[];
  expect(all.map(({ sub }) => sub)).toEqual([third, second, first]);
  const disabled = await text("format=csv&state=disabled&order=email");
  expect(disabled.split("\r\n")).toEqual([
    "sub,userId,email,emailVerified,name,disabled,passkeys,disabledPasskeys,lastSignInAt,createdAt",
    expect.stringContaining(
      `${second},user-1,person-1@example.com,false,"'=cmd|'/c calc'!A1",true,`,
    ),
    "",
  ]);
  const found = JSON.parse(await text("q=person-2")) as { sub: string }[];
  expect(found.map(({ sub }) => sub)).toEqual([third]);
  const events = await run.current.db.auditEvent.findMany({
    where: { tenancyId: tenancy.id, action: "user.list-exported", actorId: auditor.sub },
    orderBy: { detail: "asc" },
  });
  expect(events.map(({ detail }) => detail)).toEqual(["all", "filtered", "filtered"]);
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

test("a search that the list shows in part has no export", async () => {
  const { tenancy } = await populated(60);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "owner" });
  expect((await owner.as(() => download(tenancy.id, "q=person"))).status).toBe(404);
  const everyone = await owner.as(() => download(tenancy.id));
  expect((await everyone.json()) as unknown[]).toHaveLength(60);
});
