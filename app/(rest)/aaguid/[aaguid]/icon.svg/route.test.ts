import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import authenticators from "@/lib/domain/base/authenticators.json";
import brands from "@/lib/domain/passkey/icon-brands.json";
import { provideService } from "@/testing/provide-service";
import { violationsOf } from "@/testing/violations";
import { GET, HEAD, POST } from "./route";

provideService();

const handlers = { GET, HEAD, POST };
const get = (
  aaguid: string,
  headers: Record<string, string> = {},
  method: keyof typeof handlers = "GET",
) =>
  handlers[method](
    new Request(`http://localhost:3000/aaguid/${aaguid}/icon.svg`, { method, headers }),
    { params: Promise.resolve({ aaguid }) },
  );

const bitwarden = "d548826e-79b4-db40-a3d8-11116f7e8349";
const devolutions = "de503f9c-21a4-4f76-b4b7-558eb55c6f89";

describe("the icon of an authenticator", () => {
  test("can be shown by any page, is cacheable for a day, and runs no script when opened directly", async () => {
    const response = await get(bitwarden);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "public, max-age=86400",
      "content-type": "image/svg+xml; charset=utf-8",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/\S/),
    });
  });

  test("is a small image that runs and loads nothing, for every known model", async () => {
    const violations = await violationsOf(Object.entries(authenticators), async (aaguid) => {
      const svg = await (await get(aaguid)).text();
      expect(svg).toMatch(
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 48 48"[^>]*><rect [^>]*\/><path [^>]*\/><\/svg>\n$/,
      );
      expect(svg).not.toMatch(/script|href|url\(|NaN|undefined/);
      expect(svg.length).toBeLessThan(8_000);
    });
    expect(violations).toEqual([]);
  });

  test("is the brand's icon if known, otherwise a generic icon", async () => {
    const pathOf = async (aaguid: string) =>
      / d="([^"]+)"/.exec(await (await get(aaguid)).text())?.[1];
    const glyph = (slug: string) =>
      / d="([^"]+)"/.exec(readFileSync(`node_modules/simple-icons/icons/${slug}.svg`, "utf8"))?.[1];
    expect(await pathOf(bitwarden)).toBe(glyph("bitwarden"));
    const others = Object.entries(authenticators).filter(([, name]) => !(name in brands));
    expect(new Set(await Promise.all(others.map(([aaguid]) => pathOf(aaguid)))).size).toBe(1);
    expect(await pathOf(devolutions)).toMatch(/^M/);
  });

  test("ignores the case of the AAGUID, and returns 304 for a matching ETag", async () => {
    const etag = (await get(bitwarden)).headers.get("etag") ?? "";
    expect((await get(bitwarden.toUpperCase())).headers.get("etag")).toBe(etag);
    const again = await get(bitwarden, { "if-none-match": `"other", ${etag}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await get(devolutions, { "if-none-match": etag })).status).toBe(200);
    const head = await get(bitwarden, {}, "HEAD");
    expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
  });

  test.each(["00000000-0000-0000-0000-000000000000", "constructor", "d548826e", `${bitwarden}0`])(
    "returns 404 for %s",
    async (aaguid) => {
      const response = await get(aaguid);
      expect([response.status, await response.json()]).toEqual([
        404,
        expect.objectContaining({ _tag: "@error/NotFound" }),
      ]);
    },
  );

  test("returns 405 for other methods", async () => {
    const response = await get(bitwarden, {}, "POST");
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
