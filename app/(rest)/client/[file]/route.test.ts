import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import files from "@/lib/http/endpoint/client-files.generated.json";
import { provideService } from "@/testing/provide-service";
import { GET, HEAD, POST } from "./route";

provideService();

const handlers = { GET, HEAD, POST };
const get = (
  file: string,
  headers: Record<string, string> = {},
  method: keyof typeof handlers = "GET",
) =>
  handlers[method](new Request(`http://localhost:3000/client/${file}`, { method, headers }), {
    params: Promise.resolve({ file }),
  });

describe("the browser library", () => {
  test("is an ES module that any page may load and cache for five minutes", async () => {
    const response = await get("v2.js");
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/export\s*\{.*\bKeystead\b.*\bKeysteadUnsafe\b/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "public, max-age=300",
      "content-type": "text/javascript; charset=utf-8",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/\S/),
    });
  });

  test("has a file of types", async () => {
    const response = await get("v2.d.ts");
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("declare class Keystead");
  });

  test("is immutable only under an exact version whose file was kept", async () => {
    const cacheOf = async (file: string) => (await get(file)).headers.get("cache-control");
    const fixed = "public, max-age=31536000, immutable";
    expect(await cacheOf(`v${files.version}.d.ts`)).toBe(fixed);
    expect(Object.keys(files.released)).toContain(files.version);
    for (const version of files.versions)
      expect([version, await cacheOf(`v${version}.js`)]).toEqual([
        version,
        version in files.released ? fixed : "public, max-age=300",
      ]);
    for (const version of files.versions.filter((other) => other !== files.version))
      expect(await cacheOf(`v${version}.d.ts`)).toBe("public, max-age=300");
  });

  test("returns the same bytes for a released version after later releases", async () => {
    for (const [version, script] of Object.entries(files.released))
      expect(await (await get(`v${version}.js`)).text()).toBe(script);
    expect(await (await get("v2.0.0.js")).text()).toBe(files.script);
  });

  test("returns 304 for a matching ETag", async () => {
    const etag = (await get("v2.js")).headers.get("etag") ?? "";
    const again = await get("v2.js", { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await get("v2.d.ts", { "if-none-match": etag })).status).toBe(200);
  });

  test("responds to HEAD without a body", async () => {
    const response = await get("v2.js", {}, "HEAD");
    expect([response.status, await response.text(), response.headers.get("etag")]).toEqual([
      200,
      "",
      (await get("v2.js")).headers.get("etag"),
    ]);
  });

  test.each([
    "v1.js",
    "v2.ts",
    "v2.0.js",
    "v2.0.0.0.js",
    "v2.9.9.js",
    "v2.9.9.d.ts",
    "package.json",
    "v2.js.map",
  ])("returns 404 for %s", async (file) => {
    const response = await get(file);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ _tag: "@error/NotFound" });
  });

  test("returns 405 for other methods", async () => {
    const response = await get("v2.js", {}, "POST");
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("has at most 6.8 KB, compressed", () => {
    expect(gzipSync(files.script, { level: 9 }).length).toBeLessThanOrEqual(6_800);
  });
});
