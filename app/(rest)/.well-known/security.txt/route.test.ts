import { expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { withSecurityContact } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";

const run = provideService();
const path = "/.well-known/security.txt";
const dayMs = 24 * 60 * 60 * 1_000;

test("returns 404 without a contact", async () => {
  expect((await callApi("GET", path)).status).toBe(404);
});

test("names the contact, an expiry within a year, and its own address", async () => {
  await withSecurityContact("mailto:security@example.com", async (baseUrl) => {
    const { status, text, headers } = await callApi("GET", path);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const fields = Object.fromEntries(
      text
        .trim()
        .split("\n")
        .map((line) => line.split(": ")),
    ) as Record<string, string>;
    expect(fields).toMatchObject({
      Contact: "mailto:security@example.com",
      Canonical: `${baseUrl}${path}`,
    });
    const lifetime = Date.parse(fields["Expires"] ?? "") - run.current.clock.now();
    expect(lifetime).toBeGreaterThan(170 * dayMs);
    expect(lifetime).toBeLessThan(365 * dayMs);
  });
});
