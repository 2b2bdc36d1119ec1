import { expect, test } from "vitest";
import { setBranding } from "@/lib/domain/admin/tenancy/set-branding";
import { pngPicture } from "@/testing/pictures";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { GET, HEAD, POST } from "./route";

const run = provideService();

const png = pngPicture(20, 20);
const handlers = { GET, HEAD, POST };
const get = (
  tenancyId: string,
  hash: string,
  headers: Record<string, string> = {},
  method: keyof typeof handlers = "GET",
) =>
  handlers[method](
    new Request(`http://localhost:3000/logo/${tenancyId}/${hash}`, { method, headers }),
    { params: Promise.resolve({ tenancyId, hash }) },
  );

async function branded() {
  const { id, ctx } = await createTestTenancy(run.current);
  await setBranding(ctx, { brandLogo: png });
  const { brandLogoHash } = await run.current.db.tenancy.findUniqueOrThrow({ where: { id } });
  return { id, ctx, hash: brandLogoHash ?? "" };
}

test("returns the uploaded image, sandboxed, immutable under its hash", async () => {
  const { id, hash } = await branded();
  const response = await get(id, hash);
  expect(response.status).toBe(200);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=31536000, immutable",
  });
  const again = await get(id, hash, { "if-none-match": response.headers.get("etag") ?? "" });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(await (await get(id, hash, {}, "HEAD")).text()).toBe("");
});

test("returns the current logo for an old hash, cacheable for five minutes", async () => {
  const { id } = await branded();
  const response = await get(id, "0123456789abcdef");
  expect([response.status, response.headers.get("cache-control")]).toEqual([
    200,
    "public, max-age=300",
  ]);
});

test("returns 404 for a tenancy without a logo and for an unknown tenancy", async () => {
  const { id, ctx, hash } = await branded();
  await setBranding(ctx, { brandLogo: null });
  for (const tenancyId of [id, run.current.createId(), "x"]) {
    const response = await get(tenancyId, hash);
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({ _tag: "@error/NotFound" }),
    ]);
  }
  expect((await get(id, hash, {}, "POST")).status).toBe(405);
});
