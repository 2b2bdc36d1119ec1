import { describe, expect, test } from "vitest";
import { maxPasskeysPerUser } from "@/lib/contract/fields";
import { RegistrationOptions } from "@/lib/contract/registration";
import { provideService } from "@/testing/provide-service";
import { testBrowserRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

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
    [{ userDisplayName: "Ada Lovelace" }, "Ada Lovelace"],
    [{ userDisplayName: "Ada Lovelace", displayName: "Countess" }, "Countess"],
  ])("reads the display name of 2.0 and 2.1 clients: %j", async (body, displayName) => {
    const tenancy = await createTestTenancy(run.current);
    const reply = await tenancy.browser("POST", path, { username: "ada", ...body });
    expect(RegistrationOptions.parse(reply.body).optionsJSON.user).toMatchObject({ displayName });
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

  test("self-service excludes as many passkey ids as a user can have, and no more", async () => {
    const tenancy = await createTestTenancy(run.current);
    const ask = (count: number) =>
      tenancy.browser("POST", path, {
        username: "ada",
        excludeCredentials: Array.from({ length: count }, (_, index) => `passkey-${index}`),
      });
    expect((await ask(maxPasskeysPerUser)).status).toBe(200);
    expect(await ask(maxPasskeysPerUser + 1)).toMatchObject({
      status: 400,
      body: { issues: [{ path: "excludeCredentials" }] },
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
