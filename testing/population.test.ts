import { expect, test } from "vitest";
import { z } from "zod";
import { timeOfId } from "@/lib/domain/base/event-time";
import { populate } from "./population";
import { provideService } from "./provide-service";
import { createTestTenancy } from "./test-tenancy";

const run = provideService();

test("rows are as old as their ids, and no passkey is used before it exists", async () => {
  const { id: tenancyId } = await createTestTenancy(run.current);
  const { db, clock } = run.current;
  await populate(db.query(z.never()), {
    tenancyId,
    nowMs: clock.now(),
    users: 5,
    passkeys: 10,
    rareEvery: 5,
  });
  const users = await db.user.findMany({ where: { tenancyId } });
  const passkeys = await db.passkey.findMany({ where: { tenancyId } });
  const ages = [...users.map(({ sub: id, createdAt }) => ({ id, createdAt })), ...passkeys];
  expect(ages).toHaveLength(15);
  for (const { id, createdAt } of ages) expect(timeOfId(id)).toBe(createdAt.getTime());
  for (const { lastUsedAt, createdAt } of passkeys)
    if (lastUsedAt !== null)
      expect(lastUsedAt.getTime()).toBeGreaterThanOrEqual(createdAt.getTime());
});
