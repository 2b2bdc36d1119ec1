import { expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { eventsOf } from "@/testing/events-of";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();

const call = (tenancy: TestTenancy, path: string, body: object) =>
  callApi("POST", `/v2/${tenancy.id}/${path}`, {
    headers: { authorization: `Bearer ${tenancy.apiKey}` },
    body,
  });

test("a refused field is in the timeline with its endpoint", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { status } = await call(tenancy, "passkey/registration/authorize", { userId: "u1" });
  expect(status).toBe(400);
  expect(await eventsOf(run.current, tenancy)).toMatchObject([
    {
      kind: "registration.refused",
      reason: "BadRequest",
      operation: "authorizeRegistration",
      field: "username",
    },
  ]);
});

test("nothing that a caller chose is stored: no value, and no name of an unknown field", async () => {
  const tenancy = await createTestTenancy(run.current);
  const chosen = "ada@example.com";
  const sent = [
    { username: { [chosen]: chosen } },
    { username: "ada", [chosen]: chosen },
    { username: "ada", userId: `${chosen}\u0000` },
    { username: "ada", rpId: chosen },
  ];
  for (const body of sent) await call(tenancy, "passkey/registration/authorize", body);
  const events = await eventsOf(run.current, tenancy);
  expect(events.map(({ field }) => field).sort()).toEqual(["rpId", "userId", "username"]);
  expect(JSON.stringify(events)).not.toContain(chosen);
});

test("other refusals have their endpoint and no field", async () => {
  const tenancy = await createTestTenancy(run.current);
  await call(tenancy, "challenges/verify", { challengeId: "c", secret: "s", code: "123456" });
  const [event] = await eventsOf(run.current, tenancy);
  expect(event).toMatchObject({ operation: "verifyChallenge" });
});
