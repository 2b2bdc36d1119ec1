import { expect, test } from "vitest";
import { challengeOf } from "@/testing/challenge-rules";
import { findCostlyNodes } from "@/testing/find-costly-nodes";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { findSimilarMailboxes, similarStatement } from "./read-mailbox";

const run = provideService();

test("finds the mistyped mailboxes of a period, the most similar first, and counts their codes", async () => {
  const tenancy = await createTestTenancy(run.current);
  const request = (email: string) => challengeOf(tenancy, { email });
  await request("quentn.ito@example.com");
  run.current.clock.advance(60_000);
  const between = run.current.clock.now();
  await request("quentn.ito@example.com");
  await request("quentin.ito@exmaple.com");
  await request("quentin.ito@example.com");
  await request("grace@example.com");
  const find = (period: object = {}) =>
    findSimilarMailboxes(tenancy.ctx, { text: "Quentin.Ito@example.com", rows: 2, ...period });
  expect(await find()).toEqual([
    { email: "quentn.ito@example.com", codes: 2 },
    { email: "quentin.ito@exmaple.com", codes: 1 },
  ]);
  expect(await find({ fromMs: between })).toMatchObject([{ codes: 1 }, { codes: 1 }]);
  expect(await find({ toMs: between })).toEqual([{ email: "quentn.ito@example.com", codes: 1 }]);
});

test("finds nothing for a part of an address, a wildcard or another tenancy", async () => {
  const tenancy = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  await challengeOf(tenancy, { email: "quentn.ito@example.com" });
  const find = (ctx: typeof tenancy.ctx, text: string) =>
    findSimilarMailboxes(ctx, { text, rows: 2 });
  expect(await find(tenancy.ctx, "quentin.ito")).toEqual([]);
  expect(await find(tenancy.ctx, "%%%%%%@%%.example")).toEqual([]);
  expect(await find(other.ctx, "quentin.ito@example.com")).toEqual([]);
});

test("reads a bounded number of challenges by an index", async () => {
  const { id } = await createTestTenancy(run.current);
  const statement = similarStatement(id, "quentin.ito@example.com", { fromMs: 1, toMs: 2 });
  expect(await findCostlyNodes(run.current.pool, statement)).toEqual([]);
});
