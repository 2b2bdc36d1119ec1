import { describe, expect, test } from "vitest";
import { createTestTenancy } from "@/lib/testing/test-tenancy";
import { provideService } from "@/tests/support/provide-service";
import type { Branding } from "./branding";
import { setBranding } from "./set-branding";

const run = provideService();

/** The smallest of each, padded to a length. */
const png = (bytes = 70) => new Uint8Array(Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(bytes - 8)]));
const jpeg = new Uint8Array(Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.alloc(20)]));
const webp = new Uint8Array(Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBPVP8 ", "latin1"), Buffer.alloc(20)]));
const rowOf = (id: string) => run.current.db.tenancy.findUniqueOrThrow({ where: { id } });

describe("branding", () => {
  test("is kept, audited, and taken back", async () => {
    const { id, ctx } = await createTestTenancy(run.current);
    await setBranding(ctx, { brandName: "Driftwood", brandColor: "#0E6A4E", brandLogo: png(), mailSender: "codes@shop.example", mailReplyTo: "help@shop.example", locale: "fr" });
    expect(await rowOf(id)).toMatchObject({ brandName: "Driftwood", brandColor: "#0E6A4E", brandLogoType: "image/png", brandLogoHash: expect.stringMatching(/^[0-9a-f]{16}$/), mailSender: "codes@shop.example", locale: "fr" });
    await setBranding(ctx, { brandName: null, brandLogo: null });
    expect(await rowOf(id)).toMatchObject({ brandName: null, brandLogo: null, brandLogoType: null, brandLogoHash: null, brandColor: "#0E6A4E", locale: "fr" });
    expect(await run.current.db.auditEvent.count({ where: { tenancyId: id, action: "tenancy.branding-changed" } })).toBe(2);
  });

  test.each([["JPEG", jpeg, "image/jpeg"], ["WebP", webp, "image/webp"], ["PNG of 256 KiB", png(256 * 1024), "image/png"]])("takes a %s", async (_name, brandLogo, type) => {
    const { id, ctx } = await createTestTenancy(run.current);
    await setBranding(ctx, { brandLogo });
    expect((await rowOf(id)).brandLogoType).toBe(type);
  });

  const text = (content: string) => new Uint8Array(Buffer.from(content));
  const refusals: [name: string, branding: Branding, path: string][] = [
    ["an SVG", { brandLogo: text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>') }, "brandLogo"],
    ["HTML", { brandLogo: text("<!doctype html>") }, "brandLogo"],
    ["a GIF", { brandLogo: text("GIF89a") }, "brandLogo"],
    ["nothing", { brandLogo: new Uint8Array() }, "brandLogo"],
    ["a PNG of more than 256 KiB", { brandLogo: png(256 * 1024 + 1) }, "brandLogo"],
    ["a colour that is CSS", { brandColor: "red;background:url(x)" }, "brandColor"],
    ["a name of two lines", { brandName: "Shop\r\nBcc: eve@example.com" }, "brandName"],
    ["a blank name", { brandName: " " }, "brandName"],
    ["two senders", { mailSender: "a@shop.example,b@shop.example" }, "mailSender"],
    ["a sender with a name", { mailSender: "Shop <a@shop.example>" }, "mailSender"],
    ["an answer address of two lines", { mailReplyTo: "a@shop.example\r\nX: y" }, "mailReplyTo"],
    ["a language that no mail is written in", { locale: "tlh" }, "locale"],
  ];
  test.each(refusals)("%s is refused by name, and changes nothing", async (_name, branding, path) => {
    const { id, ctx } = await createTestTenancy(run.current);
    const before = await rowOf(id);
    await expect(setBranding(ctx, { ...branding, ...(path === "locale" ? {} : { locale: "de" }) })).rejects.toMatchObject({ extra: { issues: [{ path }] } });
    expect(await rowOf(id)).toEqual(before);
  });
});
