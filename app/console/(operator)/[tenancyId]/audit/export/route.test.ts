import { expect, test } from "vitest";
import { withRequestFacts } from "@/lib/console/request-facts";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { provideService } from "@/testing/provide-service";
import { createTestOperator, requestFacts } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { GET } from "./route";

const run = provideService();
const download = (tenancyId: string, query: string) =>
  GET(new Request(`http://localhost:3000/x?${query}`), { params: Promise.resolve({ tenancyId }) });

test("all that the filters show comes as CSV or JSON, with who it was", async () => {
  const tenancy = await createTestTenancy(run.current);
  const ada = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "auditor" });
  for (const id of ["one", "two"])
    await recordAudit(
      { ...tenancy.ctx, actor: { kind: "operator", id: ada.sub } },
      run.current.db,
      {
        action: "passkey.disabled",
        target: { kind: "passkey", id },
        detail: "=HYPERLINK(1)",
        reason: "lost, says Ada",
      },
    );
  const csv = await ada.as(() => download(tenancy.id, "about=passkey&format=csv"));
  expect(csv.headers.get("content-disposition")).toContain(".csv");
  const lines = (await csv.text()).trimEnd().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`operator,${ada.sub},${ada.email},passkey.disabled,passkey,`);
  expect(lines[1]).toContain(`,"'=HYPERLINK(1)","lost, says Ada",`);
  const records = (await (
    await ada.as(() => download(tenancy.id, "target=one"))
  ).json()) as object[];
  expect(records).toMatchObject([
    {
      actorName: ada.email,
      action: "passkey.disabled",
      targetId: "one",
      reason: "lost, says Ada",
      seal: null,
      createdAt: run.current.clock.now(),
    },
  ]);
});

test("support, other tenancies and strangers get nothing", async () => {
  const mine = await createTestTenancy(run.current);
  const theirs = await createTestTenancy(run.current);
  const support = await createTestOperator(run.current, { tenancyId: mine.id, role: "support" });
  const owner = await createTestOperator(run.current, { tenancyId: theirs.id });
  const nobody = withRequestFacts(requestFacts(run.current, undefined), () =>
    download(mine.id, ""),
  );
  const replies = await Promise.all([
    support.as(() => download(mine.id, "")),
    owner.as(() => download(mine.id, "")),
    nobody,
  ]);
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
});
