import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { createApiKey, findKeyCreators } from "./create-api-key";
import { listApiKeys } from "./list-api-keys";
import { rotateApiKey } from "./rotate-api-key";

const run = provideService();

test("names the operator or the command line, and neither for keys of earlier releases", async () => {
  const { ctx, id: tenancyId, apiKeyId } = await createTestTenancy(run.current);
  const ada = await createTestOperator(run.current, { tenancyId, role: "admin" });
  const gone = run.current.createId();
  const byAda = { ...ctx, actor: { kind: "operator", id: ada.sub } as const };
  const byGone = { ...ctx, actor: { kind: "operator", id: gone } as const };
  const byCommandLine = { ...ctx, actor: { kind: "system" } as const };
  await run.current.db.apiKey.update({
    where: { tenancyId_id: { tenancyId, id: apiKeyId } },
    data: { createdBy: null },
  });
  const made = {
    ada: (await createApiKey(byAda, { name: "Ada's" })).id,
    gone: (await createApiKey(byGone, { name: "Gone" })).id,
    cli: (await createApiKey(byCommandLine, { name: "Script" })).id,
  };
  const byKey = {
    ...ctx,
    actor: { kind: "apiKey", id: made.ada, scopes: ["*"] },
  } as const;
  const byAdasKey = (await createApiKey(byKey, { name: "Nightly" })).id;
  const rotated = (await rotateApiKey(byAda, { id: made.cli, overlapMs: 0 })).id;
  const creators = await findKeyCreators(ctx, await listApiKeys(ctx));
  expect(Object.fromEntries(creators)).toEqual({
    [apiKeyId]: "Unknown",
    [made.ada]: ada.email,
    [made.gone]: "Former operator",
    [made.cli]: "Command line",
    [byAdasKey]: "API key “Ada's”",
    [rotated]: ada.email,
  });
});
