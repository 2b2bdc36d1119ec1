import { describe, expect, test } from "vitest";
import { RegistrationOptions } from "@/lib/contract/registration";
import { createTestTenancy } from "@/lib/testing/test-tenancy";
import { testBrowserRoute } from "@/tests/support/route-rules";
import { provideService } from "@/tests/support/provide-service";

const run = provideService();
const path = "passkey/registration/options";

describe("POST passkey/registration/options", () => {
  test.each([
    ["email", { email: "ada@example.com" }],
    ["username", { username: "ada" }],
  ])("self-service by %s returns options", async (_name, body) => {
    const reply = await (await createTestTenancy(run.current)).browser("POST", path, body);
    expect(reply.status).toBe(200);
    RegistrationOptions.parse(reply.body);
  });

  test.each([
    ["neither token nor name", {}, "registrationToken"],
    ["token and email", { registrationToken: "x", email: "ada@example.com" }, "registrationToken"],
    ["a blank username", { username: " " }, "username"],
    ["a name of 101 characters", { username: "ada", givenName: "x".repeat(101) }, "givenName"],
    ["a wish that is none", { username: "ada", userVerification: "always" }, "userVerification"],
  ])("%s returns a 400 that names the field", async (_name, body, path_) => {
    const reply = await (await createTestTenancy(run.current)).browser("POST", path, body);
    expect(reply).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest", issues: [{ path: path_ }] },
    });
  });

  test("returns InvalidEmail for an invalid address", async () => {
    const reply = await (
      await createTestTenancy(run.current)
    ).browser("POST", path, { email: "ada" });
    expect(reply).toMatchObject({ status: 400, body: { _tag: "@error/InvalidEmail" } });
  });

  testBrowserRoute(
    run,
    { method: "POST", path, allow: "POST, OPTIONS", body: { username: "ada" } },
    "optionsPerMinutePerAddress",
  );
});
