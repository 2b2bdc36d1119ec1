import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { countStatement } from "@/lib/domain/base/bounded-scan";
import { limits } from "@/lib/limits";
import { findCostlyNodes } from "@/testing/find-costly-nodes";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { countUsers } from "./list-users";
import type { UserFilter } from "./user-filter";
import { scanStoredUsers } from "./user-scan";

const run = provideService();
let full: TestTenancy;

beforeAll(async () => {
  full = await createTestTenancy(run.current);
  await populate(run.current.db.query(z.never()), {
    tenancyId: full.id,
    nowMs: run.current.clock.now(),
    users: 10_500,
    passkeys: 300,
    rareEvery: 1_000,
  });
});

test.each<[UserFilter, number, boolean]>([
  [{}, 10_001, true],
  // The 11 of all users, by their own index.
  [{ state: "disabled" }, 11, true],
  [{ state: "disabled", email: "none" }, 0, true],
  // None of the newest users, and the older ones aren't read.
  [{ passkeys: "some" }, 0, false],
])(
  "counts what %j matches among the newest users: %i, exact: %j",
  async (filter, count, isExact) => {
    expect(await countUsers(full.ctx, filter)).toEqual({ count, isExact });
    const scan = scanStoredUsers(full.id, { order: "newest", after: null, filter });
    const statement = countStatement(scan, limits.countedRows + 1);
    expect(await findCostlyNodes(run.current.pool, statement)).toEqual([]);
  },
);

test("counts the users of one tenancy only", async () => {
  const other = await createTestTenancy(run.current);
  expect(await countUsers(other.ctx, {})).toEqual({ count: 0, isExact: true });
});
