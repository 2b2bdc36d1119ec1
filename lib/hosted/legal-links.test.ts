import { expect, test } from "vitest";
import { visitAccount } from "@/testing/account-visitor";
import { createHostedTenancy, visit } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";

const run = provideService();

const linksIn = (text: string) =>
  [...text.matchAll(/<a\s+href="([^"]+)"\s+target="_blank"\s+rel="([^"]+)"[^>]*>([^<]+)</g)].map(
    ([, url, rel, label]) => ({ url, rel, label }),
  );

test.each([
  ["en", "Legal", "Terms", "Privacy"],
  ["de", "Rechtliches", "Nutzungsbedingungen", "Datenschutz"],
  ["es", "Información legal", "Términos", "Privacidad"],
  ["fr", "Informations légales", "Conditions d’utilisation", "Confidentialité"],
])(
  "pages in %s link to the terms and the privacy policy",
  async (locale, group, terms, privacy) => {
    const tenancy = await createHostedTenancy(run.current, {
      accountPage: true,
      termsUrl: 'https://example.com/terms?a="b"&c',
      privacyUrl: "https://example.com/privacy",
    });
    const { page } = visit(run.current, tenancy);
    const rel = "noopener noreferrer";
    for (const response of [
      await page("sign-in", { locale }),
      await page("code", { locale }),
      await page("register", { locale }),
      await page("sign-in", { locale, redirect_uri: "https://evil.example" }),
      await visitAccount(run.current, tenancy).page({ locale }),
    ]) {
      const text = await response.text();
      expect(text).toContain(`<nav\n    aria-label="${group}"`);
      expect(linksIn(text)).toEqual([
        { url: "https://example.com/terms?a=&quot;b&quot;&amp;c", rel, label: terms },
        { url: "https://example.com/privacy", rel, label: privacy },
      ]);
    }
  },
);

test("a page without settings has no links, and never one that isn’t a web page", async () => {
  const tenancy = await createHostedTenancy(run.current);
  const { page } = visit(run.current, tenancy);
  expect(await (await page("sign-in")).text()).not.toContain('aria-label="Legal"');
  // As a release with weaker rules could have stored it.
  await tenancy.set({ termsUrl: "javascript:alert(1)", privacyUrl: "https://example.com/privacy" });
  const text = await (await page("sign-in")).text();
  expect(text).not.toContain("javascript:");
  expect(linksIn(text).map(({ label }) => label)).toEqual(["Privacy"]);
});
