import { z } from "zod";
import { Name } from "@/lib/domain/base/tenancy/name";
import { card, line, optionalText, text } from "./setting-kinds";

const color = z.string().regex(/^#[0-9a-f]{6}$/i, "Enter a color such as #0e6a4e");

/** Settings → Branding. `branding.ts` checks addresses and the language; the logo is a file. */
export const brandingSettings = {
  ...card("Brand", "appearance", {
    brandName: optionalText({
      label: "Brand name",
      help: "The name that users know. Leave it empty to use the tenancy’s name.",
      schema: Name,
      maxLength: 100,
    }),
    brandColor: optionalText({
      label: "Color",
      fullLabel: "Brand color",
      help: "Such as #0e6a4e. Leave it empty to use green.",
      schema: color,
      maxLength: 7,
    }),
    locale: text({
      label: "Default language",
      help: "Used if a request doesn’t name a language.",
      schema: line,
      default: "en",
    }),
  }),
  ...card("Sender", "sender", {
    mailSender: optionalText({
      label: "From",
      help:
        "Used after a system owner confirms its domain. Your email provider must allow this " +
        "address.",
      isAddress: true,
      schema: line,
      example: "no-reply@example.com",
      type: "email",
    }),
    mailReplyTo: optionalText({
      label: "Reply-To",
      help: "Where replies go. Leave it empty to send them to the From address.",
      isAddress: true,
      schema: line,
      example: "help@example.com",
      type: "email",
    }),
  }),
};
