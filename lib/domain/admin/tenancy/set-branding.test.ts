import { describe, expect, test } from "vitest";
import type { Branding } from "@/lib/domain/base/tenancy/branding";
import { jpegPicture, pngPicture, webpPicture } from "@/testing/pictures";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { setBranding } from "./set-branding";

const run = provideService();

const png = (bytes = 0) => pngPicture(20, 20, bytes);
const rowOf = (id: string) => run.current.db.tenancy.findUniqueOrThrow({ where: { id } });

describe("branding", () => {
  test("is stored, audited and reset", async () => {
    const { id, ctx } = await createTestTenancy(run.current);
    await setBranding(ctx, {
      brandName: "Driftwood",
      brandColor: "#0E6A4E",
      brandLogo: png(),
      mailSender: "codes@shop.example",
      mailReplyTo: "help@shop.example",
      locale: "fr",
    });
    expect(await rowOf(id)).toMatchObject({
      brandName: "Driftwood",
      brandColor: "#0E6A4E",
      brandLogoType: "image/png",
      brandLogoHash: expect.stringMatching(/^[0-9a-f]{16}$/),
      mailSender: "codes@shop.example",
      locale: "fr",
    });
    await setBranding(ctx, { brandName: null, brandLogo: null });
    expect(await rowOf(id)).toMatchObject({
      brandName: null,
      brandLogo: null,
      brandLogoType: null,
      brandLogoHash: null,
      brandColor: "#0E6A4E",
      locale: "fr",
    });
    const events = await run.current.db.auditEvent.findMany({
      where: { tenancyId: id, action: "tenancy.branding-changed" },
    });
    expect(events.map(({ detail }) => detail).sort()).toEqual([
      // Addresses can be those of people, so they have no values.
      "brandName: Driftwood → none; brandLogo",
      "brandName: none → Driftwood; brandColor: none → #0E6A4E; brandLogo; mailSender; mailReplyTo; locale: en → fr",
    ]);
  });

  test("changes at once each record the value that they replace", async () => {
    const { id, ctx } = await createTestTenancy(run.current);
    const names = Array.from({ length: 5 }, (_, number) => `Brand ${number}`);
    await Promise.all(names.map((brandName) => setBranding(ctx, { brandName })));
    const events = await run.current.db.auditEvent.findMany({
      where: { tenancyId: id, action: "tenancy.branding-changed" },
    });
    const replaced = events.map(({ detail }) => /^brandName: (.*) → /u.exec(detail ?? "")?.[1]);
    const { brandName: last } = await rowOf(id);
    expect(replaced.sort()).toEqual([...names.filter((name) => name !== last), "none"]);
  });

  test.each([
    ["JPEG", jpegPicture(20, 20), "image/jpeg"],
    ["WebP", webpPicture(20, 20), "image/webp"],
    ["PNG of 256 KiB", png(256 * 1024), "image/png"],
    ["PNG of 2,000 × 2,000", pngPicture(2_000, 2_000), "image/png"],
  ])("accepts a %s", async (_name, brandLogo, type) => {
    const { id, ctx } = await createTestTenancy(run.current);
    await setBranding(ctx, { brandLogo });
    expect((await rowOf(id)).brandLogoType).toBe(type);
  });

  const text = (content: string) => new Uint8Array(Buffer.from(content));
  const refusals: [name: string, branding: Branding, path: string][] = [
    [
      "an SVG",
      { brandLogo: text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>') },
      "brandLogo",
    ],
    ["HTML", { brandLogo: text("<!doctype html>") }, "brandLogo"],
    ["a GIF", { brandLogo: text("GIF89a") }, "brandLogo"],
    ["nothing", { brandLogo: new Uint8Array() }, "brandLogo"],
    [
      "a PNG of 12,000 × 12,000 pixels in 17 KB",
      { brandLogo: pngPicture(12_000, 12_000) },
      "brandLogo",
    ],
    ["a JPEG that is too wide", { brandLogo: jpegPicture(2_001, 1) }, "brandLogo"],
    ["a WebP that is too high", { brandLogo: webpPicture(1, 2_001) }, "brandLogo"],
    ["a PNG without pixels", { brandLogo: pngPicture(0, 20) }, "brandLogo"],
    ["a PNG that ends behind its signature", { brandLogo: png().slice(0, 8) }, "brandLogo"],
    ["a JPEG without a frame", { brandLogo: jpegPicture(20, 20).slice(0, 20) }, "brandLogo"],
    ["a PNG of more than 256 KiB", { brandLogo: png(256 * 1024 + 1) }, "brandLogo"],
    ["a colour that is CSS", { brandColor: "red;background:url(x)" }, "brandColor"],
    ["a name of two lines", { brandName: "Shop\r\nBcc: eve@example.com" }, "brandName"],
    ["a blank name", { brandName: " " }, "brandName"],
    ["two senders", { mailSender: "a@shop.example,b@shop.example" }, "mailSender"],
    ["a sender with a name", { mailSender: "Shop <a@shop.example>" }, "mailSender"],
    ["a Reply-To outside ASCII", { mailReplyTo: "käse@shop.example" }, "mailReplyTo"],
    ["a sender outside ASCII", { mailSender: "käse@shop.example" }, "mailSender"],
    ["an answer address of two lines", { mailReplyTo: "a@shop.example\r\nX: y" }, "mailReplyTo"],
    ["a language that no mail is written in", { locale: "tlh" }, "locale"],
  ];
  test.each(refusals)(
    "rejects %s naming the field, and changes nothing",
    async (_name, branding, path) => {
      const { id, ctx } = await createTestTenancy(run.current);
      const before = await rowOf(id);
      await expect(
        setBranding(ctx, { ...branding, ...(path === "locale" ? {} : { locale: "de" }) }),
      ).rejects.toMatchObject({ extra: { issues: [{ path }] } });
      expect(await rowOf(id)).toEqual(before);
    },
  );
});
