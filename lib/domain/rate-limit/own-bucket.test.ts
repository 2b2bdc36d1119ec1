import { expect, test } from "vitest";
import { callApi } from "@/lib/testing/api-client";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/lib/testing/test-tenancy";
import { provideService } from "@/tests/support/provide-service";

const run = provideService();
const paths = ["options", "verification"].flatMap((step) =>
  ["registration", "authentication"].map((kind) => `passkey/${kind}/${step}`),
);
const ask = (
  tenancy: TestTenancy,
  path: string,
  headers: Record<string, string> = {},
  address = "203.0.113.7",
) =>
  callApi("POST", `/v2/${tenancy.id}/${path}`, {
    body: {},
    headers: { origin: testOrigin, ...headers },
    address,
  });
const limited = () =>
  createTestTenancy(
    run.current,
    {},
    { optionsPerMinutePerAddress: 1, verificationsPerMinutePerAddress: 1 },
  );

test.each(paths)(
  "%s: what an address used up at one tenancy it still has at another",
  async (path) => {
    const [busy, quiet] = [await limited(), await limited()];
    await ask(busy, path);
    expect((await ask(busy, path)).status).toBe(429);
    expect((await ask(quiet, path)).status).not.toBe(429);
  },
);

test.each(paths)(
  "%s: another spelling of the path, or of the address, is the same bucket",
  async (path) => {
    const tenancy = await limited();
    await ask(tenancy, path);
    const spellings = [
      `/v2/${tenancy.id}/${path}/`,
      `/${tenancy.id}/${path}`,
      `/v2/${tenancy.id}/%70asskey${path.slice("passkey".length)}`,
    ];
    for (const spelling of spellings)
      expect(
        (await callApi("POST", spelling, { body: {}, headers: { origin: testOrigin } })).status,
        spelling,
      ).toBe(429);
    expect((await ask(tenancy, path, {}, "::ffff:203.0.113.7")).status).toBe(429);
  },
);

test("no header that a client sends makes it another address", async () => {
  const tenancy = await limited();
  await ask(tenancy, "passkey/authentication/options");
  const forged = [
    "x-forwarded-for",
    "forwarded",
    "x-real-ip",
    "cf-connecting-ip",
    "true-client-ip",
    "x-client-ip",
  ];
  for (const name of forged)
    expect(
      (await ask(tenancy, "passkey/authentication/options", { [name]: "198.51.100.1" })).status,
      name,
    ).toBe(429);
});

test("refused requests are counted before their bodies are read, and a refused origin or client id counts nothing", async () => {
  const tenancy = await limited();
  const path = "passkey/authentication/options";
  expect((await ask(tenancy, path, { origin: "https://evil.test" })).status).toBe(403);
  expect((await ask(tenancy, path, { "x-client-id": "x" })).status).toBe(403);
  expect(
    (
      await callApi("POST", `/v2/${tenancy.id}/${path}`, {
        body: "{",
        headers: { origin: testOrigin },
      })
    ).status,
  ).toBe(400);
  expect(
    (
      await callApi("POST", `/v2/${tenancy.id}/${path}`, {
        body: "{",
        headers: { origin: testOrigin },
      })
    ).status,
  ).toBe(429);
});

test("the wait is told in whole seconds, in body and header alike, and is no longer than the window", async () => {
  const tenancy = await limited();
  await ask(tenancy, "passkey/authentication/options");
  const { headers, body } = await ask(tenancy, "passkey/authentication/options");
  const seconds = body["retryAfterSeconds"] as number;
  expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
  expect(headers.get("retry-after")).toBe(String(seconds));
});

test("backends with a key are under none of these limits", async () => {
  const tenancy = await limited();
  for (let count = 0; count < 5; count++)
    expect(
      (await tenancy.backend("POST", "passkey/registration/authorize", { username: "ada" })).status,
    ).toBe(200);
});
