import { describe, expect, test } from "vitest";
import { setHostedPages, setRedirectUris } from "@/lib/domain/admin/tenancy/set-hosted-pages";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { findTenancy } from "./find-tenancy";
import { findHostedPages } from "./hosted-pages";

const run = provideService();
const settings = {
  isSystem: false,
  environment: "production" as const,
  rpId: "example.com",
  rpIds: ["example.net"],
  allowedOrigins: ["https://app.example.com", "https://login.example.net"],
};

describe("hosted pages are available", () => {
  test.each([
    ["at the rpId", settings, "https://example.com", "example.com"],
    ["below the rpId", settings, "https://id.example.com", "example.com"],
    ["below the rpId at a port", settings, "https://id.example.com:8443", "example.com"],
    ["at a related origin", settings, "https://login.example.net", "example.com"],
    [
      "on localhost in development",
      { ...settings, environment: "development" as const },
      "http://localhost:3000",
      "localhost",
    ],
    [
      "on a name below localhost in development",
      { ...settings, environment: "development" as const },
      "http://id.localhost:3000",
      "id.localhost",
    ],
  ])("%s", (_name, tenancy, baseUrl, rpId) => {
    expect(findHostedPages(tenancy, baseUrl)).toEqual({ available: true, rpId });
  });
});

describe("hosted pages are unavailable with a reason", () => {
  test.each([
    [
      "elsewhere",
      settings,
      "https://id.keystead.example",
      "Serve Keystead at or below example.com",
      "BASE_URL",
    ],
    [
      "at a name that only ends alike",
      settings,
      "https://notexample.com",
      "Serve Keystead at or below",
      "BASE_URL",
    ],
    [
      "below a further rpId that names no such origin",
      settings,
      "https://id.example.net",
      "Add https://id.example.net to the allowed origins",
      "allowedOrigins",
    ],
    [
      "without https",
      settings,
      "http://id.example.com",
      "http://id.example.com. Serve Keystead at or below example.com",
      "BASE_URL",
    ],
    [
      "on localhost in production",
      settings,
      "http://localhost:3000",
      "To use them on localhost, set the environment to development",
      "environment",
    ],
    [
      "for the operators",
      { ...settings, isSystem: true },
      "https://example.com",
      "system tenancy",
      undefined,
    ],
  ])("%s", (_name, tenancy, baseUrl, reason, setting) => {
    expect(findHostedPages(tenancy, baseUrl)).toEqual({
      available: false,
      reason: expect.stringContaining(reason),
      setting,
    });
  });

  test("cannot be switched on, but can always be switched off", async () => {
    const tenancy = await createTestTenancy(run.current);
    await expect(setHostedPages(tenancy.ctx, true)).rejects.toMatchObject({
      tag: "@error/BadRequest",
      extra: { issues: [{ path: "hostedPages" }] },
    });
    expect((await findTenancy(run.current, tenancy.id))?.hostedPages).toBe(false);
    await setHostedPages({ ...tenancy.ctx, baseUrl: "https://id.example.com" }, true);
    expect((await findTenancy(run.current, tenancy.id))?.hostedPages).toBe(true);
    await setHostedPages(tenancy.ctx, false);
    expect((await findTenancy(run.current, tenancy.id))?.hostedPages).toBe(false);
    const events = await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: "tenancy.hosted-pages-changed" },
    });
    expect(events.map(({ detail }) => detail).sort()).toEqual(["off", "on"]);
  });
});

describe("redirect URIs", () => {
  test("are replaced together or not at all, without duplicates", async () => {
    const tenancy = await createTestTenancy(run.current);
    await setRedirectUris(tenancy.ctx, [
      "https://app.example.com/cb",
      "https://app.example.com/cb",
    ]);
    await expect(
      setRedirectUris(tenancy.ctx, ["https://app.example.com/other", "javascript:alert(1)"]),
    ).rejects.toMatchObject({ extra: { issues: [{ path: "redirectUris.1" }] } });
    expect((await findTenancy(run.current, tenancy.id))?.redirectUris).toEqual([
      "https://app.example.com/cb",
    ]);
    const { detail } = await run.current.db.auditEvent.findFirstOrThrow({
      where: { tenancyId: tenancy.id, action: "tenancy.redirect-uris-changed" },
    });
    expect(detail).toBe("redirectUris: none → https://app.example.com/cb");
  });

  test("changes at once each record the value that they replace", async () => {
    const tenancy = await createTestTenancy(run.current);
    const uris = Array.from({ length: 5 }, (_, number) => `https://app.example.com/${number}`);
    await Promise.all(uris.map((uri) => setRedirectUris(tenancy.ctx, [uri])));
    const events = await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: "tenancy.redirect-uris-changed" },
    });
    const replaced = events.map(({ detail }) => /^redirectUris: (.*) → /u.exec(detail ?? "")?.[1]);
    const [last] = (await findTenancy(run.current, tenancy.id))?.redirectUris ?? [];
    expect(replaced.sort()).toEqual([...uris.filter((uri) => uri !== last), "none"]);
  });
});
