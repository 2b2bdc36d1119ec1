import { expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

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

test.each(paths)("%s: an address has a separate budget in each tenancy", async (path) => {
  const busy = await limited();
  const quiet = await limited();
  await ask(busy, path);
  expect((await ask(busy, path)).status).toBe(429);
  expect((await ask(quiet, path)).status).not.toBe(429);
});

test.each(paths)(
  "%s: every spelling of the path and the address shares one bucket",
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

test("no client header changes the address that counts", async () => {
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

test("a request counts before its body is read, and not at all with a refused origin or client id", async () => {
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

test("body and Retry-After give the same wait, in whole seconds up to one window", async () => {
  const tenancy = await limited();
  await ask(tenancy, "passkey/authentication/options");
  const { headers, body } = await ask(tenancy, "passkey/authentication/options");
  const seconds = body["retryAfterSeconds"] as number;
  expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
  expect(headers.get("retry-after")).toBe(String(seconds));
});

test("requests with an API key are not limited", async () => {
  const tenancy = await limited();
  for (let count = 0; count < 5; count++)
    expect(
      (await tenancy.backend("POST", "passkey/registration/authorize", { username: "ada" })).status,
    ).toBe(200);
});

test("a development tenancy has ten times the limits per address, production its settings", async () => {
  const count = async (environment: "development" | "staging" | "production", path: string) => {
    const tenancy = await createTestTenancy(
      run.current,
      { environment },
      {
        optionsPerMinutePerAddress: 1,
        verificationsPerMinutePerAddress: 1,
        exchangesPerMinutePerAddress: 1,
        // A network gets 5 % of them, and in development ten times as many.
        optionsPerMinute: 20,
      },
    );
    const replies = await Promise.all(Array.from({ length: 12 }, () => ask(tenancy, path)));
    return replies.filter(({ status }) => status !== 429).length;
  };
  for (const path of [...paths, "passkeys/update/exchange"])
    expect(
      [
        await count("development", path),
        await count("staging", path),
        await count("production", path),
      ],
      path,
    ).toEqual([10, 1, 1]);
});
