import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { showPage } from "./hosted-pages";

provideService();

async function preview(query: Record<string, string>) {
  const url = `http://localhost/auth/none/preview?${new URLSearchParams(query)}`;
  const response = await showPage(new Request(url), {
    params: Promise.resolve({ tenancyId: "none", page: "preview" }),
  });
  const { html } = (await response.json()) as { html: string };
  return { response, html };
}

test("a preview has the brand, in the language, and nothing that can be used", async () => {
  const { html } = await preview({
    name: "Harbour",
    color: "#123456",
    locale: "de",
    logo: "",
    register: "",
    terms: "https://example.com/terms",
  });
  expect(html).toContain('<html lang="de">');
  expect(html).toContain("Bei Harbour anmelden");
  expect(html).toContain("--fill:#123456");
  expect(html).toContain('src="/logo/preview/preview"');
  expect(html).toContain("Nutzungsbedingungen");
  expect(html).toContain("<body inert");
  expect(html).not.toMatch(/disabled\s*>|<script/);
});

test("a stranger can’t make this service show a page with a brand of their choice", async () => {
  const name = '<script>alert(1)</script><img src="x">';
  const { response, html } = await preview({
    name: name + "x".repeat(500),
    color: "red}</style><script>",
    locale: '"><script>',
    terms: "javascript:alert(1)",
  });
  expect(response.headers.get("Content-Type")).toBe("application/json");
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(html).not.toMatch(/<script|<img src="x"|javascript:|red}/);
  expect(html).not.toContain("x".repeat(100));
});
