import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { createWebhook } from "./create-webhook";
import { listShownWebhooks } from "./list-webhooks";

const run = provideService();

test("who can't change webhooks sees scheme and host of a URL only", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const url = "https://hooks.example.com/secret/path?token=secret";
  await createWebhook(ctx, { name: "Hook", url });
  const shown = [];
  for (const role of ["owner", "admin", "support", "auditor"] as const)
    for (const strength of ["code", "passkey", "fresh-passkey"] as const) {
      const [webhook] = await listShownWebhooks({ ...ctx, role, strength });
      shown.push([role, strength, webhook?.url]);
    }
  const origin = "https://hooks.example.com";
  expect(shown).toEqual([
    ["owner", "code", origin],
    ["owner", "passkey", url],
    ["owner", "fresh-passkey", url],
    ["admin", "code", origin],
    ["admin", "passkey", url],
    ["admin", "fresh-passkey", url],
    ...["support", "auditor"].flatMap((role) =>
      ["code", "passkey", "fresh-passkey"].map((strength) => [role, strength, origin]),
    ),
  ]);
});
