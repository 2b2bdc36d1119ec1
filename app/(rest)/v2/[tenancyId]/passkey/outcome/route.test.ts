import { describe, expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginAuthentication, beginRegistration, register } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { testBrowserRoute } from "@/testing/route-rules";
import { statementsOf } from "@/testing/statements-of";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";

const run = provideService();
const path = "passkey/outcome";
const body = { sessionToken: "x", outcome: "cancelled", afterMs: 12_000 };

const factsOf = (headers: Headers) =>
  [...headers].filter(([name]) => name !== "x-request-id" && name !== "date");

describe("POST passkey/outcome", () => {
  test("returns the same for known, decoy, other users' and unknown sessions", async () => {
    const tenancy = await createTestTenancy(run.current);
    await register(tenancy, createSoftwareAuthenticator({ origin: testOrigin }));
    const sessions = [
      (await beginAuthentication(tenancy, { email: "ada@example.com" })).sessionToken,
      (await beginAuthentication(tenancy, { email: "stranger@example.com" })).sessionToken,
      (await beginAuthentication(tenancy)).sessionToken,
      (await beginRegistration(tenancy)).sessionToken,
      "x".repeat(43),
    ];
    const seen = [];
    for (const sessionToken of [...sessions, ...sessions]) {
      let reply;
      const statements = await statementsOf(run.current, async () => {
        reply = await tenancy.browser("POST", path, { ...body, sessionToken });
      });
      const { status, text, headers } = reply as unknown as Awaited<
        ReturnType<typeof tenancy.browser>
      >;
      expect([status, text]).toEqual([204, ""]);
      seen.push({ headers: factsOf(headers), statements });
    }
    for (const each of seen.slice(1)) expect(each).toEqual(seen[1]);
  });

  test("takes an error's name of the list, and ignores others", async () => {
    const tenancy = await createTestTenancy(run.current);
    for (const errorName of ["NotReadableError", "InventedError", undefined])
      expect((await tenancy.browser("POST", path, { ...body, errorName })).status).toBe(204);
  });

  test.each([
    ["an unknown outcome", { outcome: "bored" }],
    ["a negative time", { afterMs: -1 }],
    ["a time that is text", { afterMs: "12" }],
    ["no time", { afterMs: undefined }],
    ["no session", { sessionToken: undefined }],
    ["an error's name of any length", { errorName: "x".repeat(65) }],
  ])("rejects %s", async (_name, wrong) => {
    const tenancy = await createTestTenancy(run.current);
    expect(await tenancy.browser("POST", path, { ...body, ...wrong })).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest", issues: [{ path: Object.keys(wrong)[0] }] },
    });
  });

  testBrowserRoute(
    run,
    { method: "POST", path, allow: "POST, OPTIONS", body },
    "verificationsPerMinutePerAddress",
  );
});
