import { describe, expect, test } from "vitest";
import { locales } from "@/lib/domain/base/choose-locale";
import type { Brand } from "./render-challenge-email";
import { type NoticeEmail, renderNoticeEmail } from "./render-notice-email";

const brand: Brand = {
  baseUrl: "https://id.example.com",
  tenancy: {
    id: "01jd3s0m6kz8f4w2v9b7c5x1ta",
    name: "Keystead",
    brandName: null,
    brandColor: null,
    brandLogoHash: null,
  },
};
const untilMs = Date.UTC(2026, 10, 28, 9, 5);
const link = "https://id.example.com/console/invitation#Zm9v_YmFy-";
const invitation = (
  change: Partial<Extract<NoticeEmail, { kind: "invitation" }>> = {},
): NoticeEmail => ({
  kind: "invitation",
  tenancy: "Acme",
  inviter: "ada@example.com",
  role: "admin",
  link,
  untilMs,
  ...change,
});

const tagsIn = (html: string) => html.match(/<[^>]*>/g) ?? [];
const linksIn = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
const bare = (text: string) => text.replace(/\u2060/g, "").replace(/\u00a0/g, " ");

/** The expiry of both emails, as each language writes it. */
const moments: Record<string, string> = {
  en: "November 28, 2026 at 9:05 AM UTC",
  de: "28. November 2026 um 09:05 UTC",
  es: "28 de noviembre de 2026 a las 9:05 UTC",
  fr: "28 novembre 2026 à 09:05 UTC",
};
const lifetimes: Record<string, [days: string, hours: string]> = {
  en: ["7 days", "24 hours"],
  de: ["7 Tage", "24 Stunden"],
  es: ["7 días", "24 horas"],
  fr: ["7 jours", "24 heures"],
};

test.each(locales)(
  "an invitation in %s names inviter, tenancy, role and expiry, with one link",
  (locale) => {
    const { subject, html, text } = renderNoticeEmail(brand, invitation(), locale);
    for (const part of [html, text]) {
      for (const word of ["ada@example.com", "Acme", moments[locale], lifetimes[locale]?.[0]])
        expect(bare(part)).toContain(word);
      expect(part).not.toMatch(/\{\{|undefined|null|\[object/);
    }
    // The console's host can be read without the link.
    for (const part of [html.replace(/<[^>]*>/g, ""), text.replace(link, "")])
      expect(part).toContain("id.example.com");
    expect(text).toMatch(/^Keystead\n\n/);
    expect(linksIn(html)).toEqual([link]);
    expect(text.split("\n")).toContain(link);
    expect(subject).toContain("Keystead");
  },
);

test.each(locales)(
  "a passkey notice in %s names its owner and when it is trusted, without a link",
  (locale) => {
    const { html, text } = renderNoticeEmail(
      brand,
      { kind: "new-passkey", person: "ada@example.com", untilMs },
      locale,
    );
    for (const part of [html, text])
      for (const word of ["ada@example.com", moments[locale], lifetimes[locale]?.[1]])
        expect(bare(part)).toContain(word);
    expect(linksIn(html)).toEqual([]);
    expect(text).not.toMatch(/https?:/);
  },
);

test.each(locales)(
  "a notice of a gone receiver in %s names webhook, tenancy and end, without a link",
  (locale) => {
    const { html, text } = renderNoticeEmail(
      brand,
      { kind: "webhook-gone", webhook: "Mirror", tenancy: "evil.example", untilMs },
      locale,
    );
    for (const part of [html, text])
      for (const word of ["Mirror", moments[locale], lifetimes[locale]?.[0]])
        expect(bare(part)).toContain(word);
    expect(linksIn(html)).toEqual([]);
    expect(text).not.toContain("evil.example");
  },
);

test.each(locales)("a report in %s names time, product and browser, with one link", (locale) => {
  const { html, text } = renderNoticeEmail(
    brand,
    {
      kind: "passkey-added",
      provider: "1Password",
      browser: "Chrome, macOS",
      createdMs: untilMs,
      link,
      untilMs,
    },
    locale,
  );
  for (const part of [html, text])
    for (const word of ["1Password", "Chrome, macOS", moments[locale], lifetimes[locale]?.[0]])
      expect(bare(part)).toContain(word);
  expect(linksIn(html)).toEqual([link]);
});

describe("untrusted values stay text", () => {
  test.each([
    "<script>alert(1)</script>",
    '</p><a href="https://evil.example">x</a>',
    "{{link}}",
    "https://evil.example/login",
    "Acme\r\nBcc: a@evil.example",
    "moc\u202elive",
  ])("%j", (given) => {
    const { html, text } = renderNoticeEmail(
      brand,
      invitation({ tenancy: given, inviter: given }),
      "en",
    );
    expect(tagsIn(html)).toEqual(tagsIn(renderNoticeEmail(brand, invitation(), "en").html));
    expect(linksIn(html)).toEqual([link]);
    expect(text.split("\n")).toHaveLength(
      renderNoticeEmail(brand, invitation(), "en").text.split("\n").length,
    );
    expect(text.match(/https?:\/\//g)).toHaveLength(1);
    for (const part of [html, text]) expect(part).not.toMatch(/[\u202a-\u202e]/);
  });
});
