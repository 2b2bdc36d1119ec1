import { expect, test } from "vitest";
import { getConfig, setConfig } from "@/lib/config";
import { lifetimes } from "@/lib/limits";
import { callApi } from "@/lib/testing/api-client";
import { provideService } from "@/tests/support/provide-service";

const run = provideService();
const path = "/.well-known/security.txt";

test("returns 404 without a contact", async () => {
  expect((await callApi("GET", path)).status).toBe(404);
});

test("names the contact, an expiry within a year, and its own address", async () => {
  const config = getConfig();
  setConfig({ ...config, securityContact: "mailto:security@example.com" });
  try {
    const { status, text, headers } = await callApi("GET", path);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const fields = Object.fromEntries(
      text
        .trim()
        .split("\n")
        .map((line) => line.split(": ")),
    );
    expect(fields).toMatchObject({
      Contact: "mailto:security@example.com",
      Canonical: `${config.baseUrl}${path}`,
    });
    const lifetime = Date.parse(fields["Expires"] ?? "") - run.current.clock.now();
    expect(lifetime).toBeGreaterThan(lifetimes.securityTxtMs - lifetimes.dayMs);
    expect(lifetime).toBeLessThan(365 * lifetimes.dayMs);
  } finally {
    setConfig(config);
  }
});
