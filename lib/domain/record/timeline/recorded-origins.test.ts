import { expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginRegistration, finishRegistration } from "@/testing/ceremonies";
import { eventsOf } from "@/testing/events-of";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const path = "passkey/authentication/options";

const callFrom = (origin: string, method: "POST" | "OPTIONS", tenancyId: string) =>
  callApi(method, `/v2/${tenancyId}/${path}`, {
    headers: { origin },
    ...(method === "POST" ? { body: {} } : {}),
  });

const lineOf = (requestId: string | null) =>
  run.current.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find((line) => line["requestId"] === requestId);

test.each(["POST", "OPTIONS"] as const)(
  "the origin that refused a %s is in the timeline and in the log line",
  async (method) => {
    const tenancy = await createTestTenancy(run.current);
    const origin = "https://shop.exmaple.com";
    const { status, headers } = await callFrom(origin, method, tenancy.id);
    expect(status).toBe(403);
    const requestId = headers.get("x-request-id");
    const kind = method === "POST" ? "sign-in.refused" : "request.refused";
    expect(await eventsOf(run.current, tenancy)).toMatchObject([
      { kind, reason: "Forbidden", origin, requestId },
    ]);
    expect(lineOf(requestId)).toMatchObject({ origin, status: 403 });
  },
);

test("the origin of a refused ceremony is in the timeline", async () => {
  const tenancy = await createTestTenancy(run.current);
  const begun = await beginRegistration(tenancy, { username: "ada" });
  const elsewhere = createSoftwareAuthenticator({ origin: "https://evil.test" });
  const { status } = await finishRegistration(tenancy, elsewhere, begun);
  expect(status).toBe(400);
  const events = await eventsOf(run.current, tenancy);
  expect(events.at(-1)).toMatchObject({
    reason: "VerificationFailed.origin",
    origin: "https://evil.test",
  });
});

test.each(["x".repeat(256), "https://évil.test", ""])(
  "an origin that isn't printable or is too long is left out: %j",
  async (origin) => {
    const tenancy = await createTestTenancy(run.current);
    const { headers } = await callFrom(origin, "POST", tenancy.id);
    expect(await eventsOf(run.current, tenancy)).toMatchObject([{ origin: null }]);
    expect(lineOf(headers.get("x-request-id"))).not.toHaveProperty("origin");
  },
);
