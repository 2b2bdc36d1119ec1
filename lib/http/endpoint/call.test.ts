import { describe, expect, test } from "vitest";
import { z } from "zod";
import { badRequest, ServiceError } from "@/lib/errors";
import { withLostDatabase } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { endpoint } from "./endpoint";
import { methods } from "./methods";

const run = provideService();

function routeThat(handle: () => Promise<{ ok: string }>) {
  return methods({
    GET: endpoint({
      operation: "probe",
      summary: "Probe",
      auth: "public",
      success: [200, z.object({ ok: z.string() })],
      errors: ["@error/NotFound"],
      handle,
    }),
  });
}
async function get(handle: () => Promise<{ ok: string }>, headers: Record<string, string> = {}) {
  const response = await routeThat(handle).GET(new Request("http://localhost/probe", { headers }), {
    params: Promise.resolve(undefined),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

describe("a response", () => {
  test("has only what the schema declares", async () => {
    const secret = { ok: "yes", passwordHash: "x" };
    expect((await get(() => Promise.resolve(secret))).body).toEqual({ ok: "yes" });
  });

  test("keeps a well-formed request id and replaces any other", async () => {
    const ok = () => Promise.resolve({ ok: "yes" });
    expect((await get(ok, { "x-request-id": "0123-abcd_EF.9" })).headers.get("x-request-id")).toBe(
      "0123-abcd_EF.9",
    );
    for (const odd of ["short", "with space in it", "x".repeat(129), "<script>alert(1)</script>"])
      expect((await get(ok, { "x-request-id": odd })).headers.get("x-request-id")).toMatch(
        /^[0-9a-f]{32}$/,
      );
    expect((await get(ok)).headers.get("cache-control")).toBe("no-store");
  });
});

describe("an error", () => {
  test("has its status if declared, and becomes Internal if not", async () => {
    expect(await get(() => Promise.reject(new ServiceError("@error/NotFound")))).toMatchObject({
      status: 404,
      body: { _tag: "@error/NotFound" },
    });
    expect(await get(() => Promise.reject(new ServiceError("@error/InvalidCode")))).toMatchObject({
      status: 500,
      body: { _tag: "@error/Internal" },
    });
    expect(await get(() => Promise.reject(badRequest("x", "is wrong")))).toMatchObject({
      status: 400,
      body: { issues: [{ path: "x", message: "is wrong" }] },
    });
  });

  test("that is unexpected returns only its request id, and is logged without its message", async () => {
    const reply = await get(() => Promise.reject(new Error("ada@example.com")), {
      "x-request-id": "request-0001",
    });
    expect(reply.body).toEqual({
      _tag: "@error/Internal",
      message: "Something went wrong on our side. Try again later.",
      requestId: "request-0001",
    });
    const line = run.current.logged.find(
      (text) => text.includes("request-0001") && text.includes("internal error"),
    );
    expect(line).toBeDefined();
    expect(line).not.toContain("ada@example.com");
  });

  test("without the database is Unavailable, changes nothing, and is readable by a cached origin", async () => {
    const tenancy = await createTestTenancy(run.current);
    await tenancy.browser("POST", "passkey/authentication/options", {});
    const [browser, stranger, backend] = await withLostDatabase(
      async () =>
        [
          await tenancy.browser("POST", "passkey/authentication/options", {}),
          await tenancy.browser(
            "POST",
            "passkey/authentication/options",
            {},
            { origin: "https://evil.test" },
          ),
          await tenancy.backend("GET", "user/x"),
        ] as const,
    );
    for (const reply of [browser, stranger, backend]) {
      expect(reply).toMatchObject({ status: 503, body: { _tag: "@error/Unavailable" } });
      expect(reply.headers.get("retry-after")).toBe("2");
      expect(Object.keys(reply.body)).toEqual(["_tag", "message"]);
    }
    expect(browser.headers.get("access-control-allow-origin")).toBe(testOrigin);
    expect(stranger.headers.get("access-control-allow-origin")).toBeNull();
  });
});
