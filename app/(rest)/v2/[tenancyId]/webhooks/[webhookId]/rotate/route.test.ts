import { expect, test } from "vitest";
import type { WebhookSecret } from "@/lib/contract/webhook";
import { createCaller } from "@/testing/create-caller";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const day = 24 * 3_600_000;

testKeyRoute(run, {
  method: "POST",
  path: "webhooks/01jd3s0m6kz8f4w2v9b7c5x1ta/rotate",
  allow: "POST",
  body: { overlapMs: 0 },
  lacking: "api-keys:write",
  scope: "webhooks:write",
});

async function begin() {
  const tenancy = await createTestTenancy(run.current);
  const { call } = await createCaller(tenancy, ["webhooks:write"]);
  const { body } = await call("POST", "webhooks", {
    name: "Mirror",
    url: "https://app.example.com/",
  });
  return { call, created: body as unknown as WebhookSecret };
}

test("returns a new secret, and says until when the former one signs", async () => {
  const { call, created } = await begin();
  const { id } = created.webhook;
  const rotated = await call("POST", `webhooks/${id}/rotate`, { overlapMs: day });
  const previousSecretUntil = run.current.clock.now() + day;
  expect(rotated).toMatchObject({
    status: 201,
    body: { _tag: "WebhookSecret", webhook: { id, previousSecretUntil } },
  });
  const { secret } = rotated.body as unknown as WebhookSecret;
  expect(secret).not.toBe(created.secret);
  const shown = await call("GET", `webhooks/${id}`);
  expect(shown.body).toMatchObject({ previousSecretUntil });
  expect(JSON.stringify(shown.body)).not.toContain("whsec_");
  run.current.clock.advance(day);
  expect((await call("GET", `webhooks/${id}`)).body).not.toHaveProperty("previousSecretUntil");
});

test("without an overlap only the new secret signs", async () => {
  const { call, created } = await begin();
  const { id } = created.webhook;
  await call("POST", `webhooks/${id}/rotate`, { overlapMs: day });
  const { body } = await call("POST", `webhooks/${id}/rotate`, { overlapMs: 0 });
  expect(body["webhook"]).not.toHaveProperty("previousSecretUntil");
});

test.each([-1, 0.5, 7 * day + 1, "1h"])("rejects an overlap of %s", async (overlapMs) => {
  const { call, created } = await begin();
  expect(await call("POST", `webhooks/${created.webhook.id}/rotate`, { overlapMs })).toMatchObject({
    status: 400,
    body: { issues: [{ path: "overlapMs" }] },
  });
});
