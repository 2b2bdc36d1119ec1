import { expect, test } from "vitest";
import { callApi } from "./api-client";
import type { TestService } from "./test-service";
import { createTestTenancy } from "./test-tenancy";
import { own } from "./vault-rules";

type Service = { readonly current: TestService };

/** Tests what contract §6 promises of both legacy lookups. `path` returns the path for a passkey. */
export function testLegacyLookup(run: Service, path: (passkeyId: string) => string): void {
  const setUp = async (settings: object = { legacyLookups: true }) => {
    const tenancy = await createTestTenancy(run.current, {}, settings);
    const [owned] = await own(tenancy, 1);
    return { tenancy, place: `/v2/${tenancy.id}/${path(owned?.passkeyId ?? "")}` };
  };
  const notFound = { status: 404, body: { _tag: "@error/NotFound" } };

  test("answers any page without a key, on both mounts, with no-store", async () => {
    const { place } = await setUp();
    for (const url of [place, place.replace("/v2", ""), `${place}/`]) {
      const { status, headers } = await callApi("GET", url, {
        headers: { origin: "https://anywhere.test" },
      });
      expect(status).toBe(200);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  test("a preflight allows the headers that older clients send", async () => {
    const { place } = await setUp();
    const { status, headers } = await callApi("OPTIONS", place, {
      headers: { origin: "https://anywhere.test", "access-control-request-method": "GET" },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-methods")).toBe("GET");
    expect(headers.get("access-control-allow-headers")).toContain("X-PASSLOCK-CLIENT-VERSION");
  });

  test("returns a readable NotFound with lookups off, a suspended tenancy, or an unknown id", async () => {
    const off = await setUp({ legacyLookups: false });
    const suspended = await setUp();
    await suspended.tenancy.set({ suspendedAt: new Date(run.current.clock.now()) });
    const on = await setUp();
    const elsewhere = `/v2/${run.current.createId()}/${path("x")}`;
    for (const place of [
      off.place,
      suspended.place,
      elsewhere,
      `/v2/${on.tenancy.id}/${path(run.current.createId())}`,
    ]) {
      const reply = await callApi("GET", place, { headers: { origin: "https://anywhere.test" } });
      expect(reply).toMatchObject(notFound);
      expect(reply.headers.get("access-control-allow-origin")).toBe("*");
    }
  });

  test("counts toward the address's exchange limit, for any page and client id", async () => {
    const { place } = await setUp({
      legacyLookups: true,
      requireClientId: false,
      exchangesPerMinutePerAddress: 1,
    });
    expect((await callApi("GET", place)).status).toBe(200);
    const reply = await callApi("GET", place, { headers: { origin: "https://evil.test" } });
    expect(reply).toMatchObject({ status: 429, body: { _tag: "@error/RateLimited" } });
    expect(reply.headers.get("access-control-expose-headers")).toContain("Retry-After");
    expect((await callApi("GET", place, { address: "198.51.100.9" })).status).toBe(200);
  });
}
