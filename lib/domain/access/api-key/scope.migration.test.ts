import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import type { ApiKeyScope } from "./scope";

const run = provideService();

const migration = readFileSync(
  new URL(
    "../../../../prisma/migrations/20261126070700_read_code_scope/migration.sql",
    import.meta.url,
  ),
  "utf8",
);

test.each<[ApiKeyScope[], string[]]>([
  [["challenges"], ["challenges", "challenges:read-code"]],
  [
    ["principals", "challenges", "users:read"],
    ["principals", "challenges", "users:read", "challenges:read-code"],
  ],
  [
    ["challenges:read-code", "challenges"],
    ["challenges:read-code", "challenges"],
  ],
  [["*"], ["*"]],
  [["challenges:skip-ceiling"], ["challenges:skip-ceiling"]],
])("an existing key with %j has %j after the migration", async (scopes, expected) => {
  const tenancy = await createTestTenancy(run.current);
  const { id, key } = await tenancy.createKey({ scopes });
  await run.current.db.$executeRawUnsafe(migration);
  const row = await run.current.db.apiKey.findFirstOrThrow({
    where: { tenancyId: tenancy.id, id },
  });
  expect(row.scopes).toEqual(expected);
  if (scopes.includes("challenges"))
    expect(
      await tenancy.backend(
        "POST",
        "challenges",
        { purpose: "login", email: "ada@example.com" },
        { authorization: `Bearer ${key}` },
      ),
    ).toMatchObject({ status: 201, body: { challenge: { code: expect.any(String) as string } } });
});
