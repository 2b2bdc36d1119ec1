import { describe, expect, test } from "vitest";
import { createChallenge, newMailbox } from "@/testing/challenge-rules";
import { createHostedTenancy, visit } from "@/testing/hosted-visitor";
import { withInstances } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const minute = 60_000;
const limited = { status: 429, body: { _tag: "@error/ChallengeRateLimited" } };

/** Requests a code on the hosted pages, from an address. */
const ask = (
  tenancy: TestTenancy,
  { email, address, cookie }: { email: string; address?: string; cookie?: string },
) =>
  visit(run.current, tenancy, address === undefined ? {} : { address }).step(
    "send-code",
    { page: "sign-in", email },
    cookie === undefined ? {} : { cookie },
  );
const statuses = async (replies: Promise<{ status: number }>[]) =>
  (await Promise.all(replies)).map(({ status }) => status).sort();
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const count = (all: number[], status: number) => all.filter((each) => each === status).length;

describe("codes that visitors request", () => {
  test("never use up the backend's budget for that mailbox", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const email = newMailbox();
    for (let sent = 0; sent < 5; sent++) expect((await ask(tenancy, { email })).status).toBe(200);
    expect(await ask(tenancy, { email })).toMatchObject(limited);
    for (let sent = 0; sent < 5; sent++)
      expect((await createChallenge(tenancy, { email })).status).toBe(201);
    expect((await createChallenge(tenancy, { email })).status).toBe(429);
  });

  test("are not limited by the backend's own budget", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const email = newMailbox();
    for (let sent = 0; sent < 5; sent++) await createChallenge(tenancy, { email });
    expect((await ask(tenancy, { email })).status).toBe(200);
  });

  test("use at most half of the tenancy's hourly ceiling, from any number of addresses", async () => {
    const tenancy = await createHostedTenancy(run.current, { challengesPerHourCeiling: 40 });
    const all = await statuses(
      times(60, (index) => ask(tenancy, { email: newMailbox(), address: `198.51.${index}.1` })),
    );
    expect([count(all, 200), count(all, 429)]).toEqual([20, 40]);
    for (let sent = 0; sent < 20; sent++) expect((await createChallenge(tenancy)).status).toBe(201);
    expect((await createChallenge(tenancy)).status).toBe(429);
  });

  test("of one prefix use at most 5 % of the visitors' half", async () => {
    const tenancy = await createHostedTenancy(run.current, { challengesPerHourCeiling: 80 });
    const all = await statuses(
      times(20, (index) => ask(tenancy, { email: newMailbox(), address: `203.0.113.${index}` })),
    );
    expect([count(all, 200), count(all, 429)]).toEqual([2, 18]);
    expect((await ask(tenancy, { email: newMailbox(), address: "203.0.114.1" })).status).toBe(200);
  });

  test("are counted by prefix: an IPv4 /24, an IPv6 /48", async () => {
    const tenancy = await createHostedTenancy(run.current, { challengesPerTenMinutes: 1 });
    for (const [first, same, other] of [
      ["203.0.113.1", "203.0.113.254", "203.0.114.1"],
      ["2001:db8:1::1", "2001:db8:1:ffff::9", "2001:db8:2::1"],
      ["::ffff:192.0.2.1", "192.0.2.9", "192.0.3.1"],
    ] as const) {
      const email = newMailbox();
      expect([
        (await ask(tenancy, { email, address: first })).status,
        (await ask(tenancy, { email, address: same })).status,
        (await ask(tenancy, { email, address: other })).status,
      ]).toEqual([200, 429, 200]);
    }
  });

  test("share one prefix where addresses are unknown", async () => {
    const tenancy = await createHostedTenancy(run.current, { challengesPerTenMinutes: 1 });
    const email = newMailbox();
    expect((await ask(tenancy, { email, address: "nonsense" })).status).toBe(200);
    expect((await ask(tenancy, { email, address: "unknown" })).status).toBe(429);
  });

  test("for one mailbox: all prefixes share twice the limit, and a refused request counts nowhere", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const email = newMailbox();
    for (let prefix = 0; prefix < 10; prefix++)
      expect((await ask(tenancy, { email, address: `198.51.${prefix}.1` })).status).toBe(200);
    for (let prefix = 0; prefix < 5; prefix++)
      expect(await ask(tenancy, { email, address: `198.51.${100 + prefix}.1` })).toMatchObject({
        ...limited,
        body: { retryAfterSeconds: 600 },
      });
    expect(await run.current.db.visitorBudget.count({ where: { tenancyId: tenancy.id } })).toBe(10);
    run.current.clock.advance(10 * minute);
    expect((await ask(tenancy, { email, address: "198.51.100.1" })).status).toBe(200);
  });

  test("share the mailbox's budgets in every spelling of the address", async () => {
    const tenancy = await createHostedTenancy(run.current, { challengesPerTenMinutes: 1 });
    for (const [first, ...others] of [
      ["Case@example.com", "cASE@EXAMPLE.com", " case@example.com "],
      ["ada@bücher.example", "ada@xn--bcher-kva.example", "ada@BÜCHER.example"],
    ] as const) {
      expect((await ask(tenancy, { email: first })).status).toBe(200);
      for (const email of others) expect((await ask(tenancy, { email })).status, email).toBe(429);
    }
  });
});

describe("200 concurrent requests over eight instances", () => {
  const race = (make: (index: number) => Promise<{ status: number }>) =>
    withInstances(8, () => statuses(times(200, make)));

  test("from one prefix create five codes", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const email = newMailbox();
    const all = await race((index) => ask(tenancy, { email, address: `203.0.113.${index}` }));
    expect([count(all, 200), count(all, 429)]).toEqual([5, 195]);
    expect(await run.current.db.challenge.count({ where: { tenancyId: tenancy.id } })).toBe(5);
  });

  test("from 200 prefixes create ten codes for one mailbox", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const email = newMailbox();
    const all = await race((index) => ask(tenancy, { email, address: `198.51.${index}.1` }));
    expect([count(all, 200), count(all, 429)]).toEqual([10, 190]);
  });

  test("for 200 mailboxes use half of the ceiling, and the backend gets the other half", async () => {
    const tenancy = await createHostedTenancy(run.current, { challengesPerHourCeiling: 80 });
    const all = await race((index) =>
      index % 2 === 0
        ? ask(tenancy, { email: newMailbox(), address: `198.51.${index}.1` })
        : createChallenge(tenancy),
    );
    expect(
      await run.current.db.challenge.count({ where: { tenancyId: tenancy.id } }),
    ).toBeLessThanOrEqual(80);
    expect(count(all, 200)).toBeLessThanOrEqual(40);
    expect(count(all, 201)).toBeGreaterThanOrEqual(40);
  });
});
