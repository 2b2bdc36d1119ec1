import { describe, expect, test } from "vitest";
import { AuthenticationOptions } from "@/lib/contract/authentication";
import { maxPasskeysPerUser } from "@/lib/contract/fields";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register, registerSelf } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { testBrowserRoute } from "@/testing/route-rules";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const path = "passkey/authentication/options";
const newDevice = () => createSoftwareAuthenticator({ origin: testOrigin });
const idOf = ({ credentials }: ReturnType<typeof newDevice>) => credentials[0]?.id;

describe("POST passkey/authentication/options", () => {
  test.each([
    ["nobody named", {}],
    ["an email", { email: "ada@example.com" }],
    ["mediation", { mediation: "conditional" }],
  ])("self-service with %s returns options", async (_name, body) => {
    const reply = await (await createTestTenancy(run.current)).browser("POST", path, body);
    expect(reply.status).toBe(200);
    expect(AuthenticationOptions.parse(reply.body).mediation).toBe(
      "mediation" in body ? "conditional" : "required",
    );
  });

  describe("the userId that older clients send", () => {
    const offered = async (tenancy: TestTenancy, body: object) => {
      const reply = await tenancy.browser("POST", path, body);
      expect(reply.status).toBe(200);
      return AuthenticationOptions.parse(reply.body).optionsJSON.allowCredentials;
    };

    test("selects the user's passkeys by application id, or by the sub of a user without one", async () => {
      const tenancy = await createTestTenancy(run.current);
      const ada = newDevice();
      const bob = newDevice();
      const { principal } = await register(tenancy, ada, { userId: "ada" });
      const { sub } = (await registerSelf(tenancy, bob, { username: "bob" })).principal;
      expect(await offered(tenancy, { userId: "ada" })).toMatchObject([{ id: idOf(ada) }]);
      expect(await offered(tenancy, { userId: sub })).toMatchObject([{ id: idOf(bob) }]);
      const ofSub = await offered(tenancy, { userId: principal.sub });
      expect(ofSub?.map(({ id }) => id)).not.toContain(idOf(ada));
    });

    test("gets the same decoys each time if no user has it", async () => {
      const tenancy = await createTestTenancy(run.current);
      const decoys = await offered(tenancy, { userId: "nobody" });
      expect(decoys?.length).toBeGreaterThan(0);
      expect(await offered(tenancy, { userId: "nobody" })).toEqual(decoys);
    });

    test.each([{ userId: "" }, { userId: "ada", mediation: "conditional" }])(
      "counts as absent: %j",
      async (body) => {
        expect(await offered(await createTestTenancy(run.current), body)).toBeUndefined();
      },
    );
  });

  test.each([
    [
      "token and email",
      { authenticationToken: "x", email: "ada@example.com" },
      "authenticationToken",
    ],
    [
      "conditional for an account",
      { email: "ada@example.com", mediation: "conditional" },
      "mediation",
    ],
    ["an rpId of another", { rpId: "evil.test" }, "rpId"],
  ])("%s returns a 400 that names the field", async (_name, body, path_) => {
    const reply = await (await createTestTenancy(run.current)).browser("POST", path, body);
    expect(reply).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest", issues: [{ path: path_ }] },
    });
    expect(reply.body["message"]).not.toContain("Invalid input");
  });

  test("self-service lists as many passkey ids as a user can have, and no more", async () => {
    const tenancy = await createTestTenancy(run.current);
    const ask = (count: number) =>
      tenancy.browser("POST", path, {
        allowCredentials: Array.from({ length: count }, (_, index) => `passkey-${index}`),
      });
    expect((await ask(maxPasskeysPerUser)).status).toBe(200);
    expect(await ask(maxPasskeysPerUser + 1)).toMatchObject({
      status: 400,
      body: {
        issues: [{ path: "allowCredentials", message: "must contain at most 100 passkey ids" }],
      },
    });
  });

  test("returns InvalidEmail for an invalid address, and Forbidden with self-service off", async () => {
    const tenancy = await createTestTenancy(run.current);
    expect(await tenancy.browser("POST", path, { email: "ada" })).toMatchObject({
      status: 400,
      body: { _tag: "@error/InvalidEmail" },
    });
    await tenancy.set({ selfServiceAuthentication: false });
    expect(await tenancy.browser("POST", path, {})).toMatchObject({
      status: 403,
      body: { _tag: "@error/Forbidden" },
    });
  });

  testBrowserRoute(
    run,
    { method: "POST", path, allow: "POST, OPTIONS", body: { mediation: "required" } },
    "optionsPerMinutePerAddress",
  );
});
