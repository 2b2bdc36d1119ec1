import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { listApiKeyPage } from "./list-api-keys";
import { revokeApiKey } from "./set-api-key-state";

const run = provideService();

test("lists keys in use and ended keys separately, newest first, in pages of at most 50", async () => {
  const { ctx, id: tenancyId, apiKeyId } = await createTestTenancy(run.current);
  const { clock, db, createId } = run.current;
  clock.advance(1);
  await revokeApiKey(ctx, apiKeyId);
  const made = Array.from({ length: 120 }, (_, index) => {
    clock.advance(1);
    const id = createId();
    // One key in three expires.
    return {
      tenancyId,
      id,
      name: `Key ${index}`,
      publicId: id.slice(-10),
      hash: Buffer.alloc(32),
      scopes: ["*"],
      createdAt: new Date(clock.now()),
      expiresAt: index % 3 === 0 ? new Date(clock.now() + 500) : null,
    };
  });
  await db.apiKey.createMany({ data: made });
  clock.advance(1_000);
  const walk = async (isOver: boolean) => {
    const found: string[] = [];
    let before: string | undefined;
    do {
      const page = await listApiKeyPage(ctx, { isOver, before });
      expect(page.keys.length).toBeLessThanOrEqual(50);
      found.push(...page.keys.map(({ id }) => id));
      before = page.next ?? undefined;
    } while (before !== undefined);
    return found;
  };
  expect(await walk(false)).toEqual(
    made
      .filter(({ expiresAt }) => expiresAt === null)
      .map(({ id }) => id)
      .reverse(),
  );
  expect(await walk(true)).toEqual([
    ...made
      .filter(({ expiresAt }) => expiresAt !== null)
      .map(({ id }) => id)
      .reverse(),
    apiKeyId,
  ]);
});
