import { describe, expect, test } from "vitest";
import { lifetimes } from "@/lib/limits";
import { challengeOf } from "@/testing/challenge-rules";
import { claimOne, endLease } from "@/testing/email-delivery";
import { minute, provideEmailProviders, second, serverError } from "@/testing/email-providers";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { claimDeliveries } from "./claim-deliveries";
import { deliverEmail } from "./deliver-email";

const run = provideService();
const providers = provideEmailProviders(run);
const { deliver, rowOf, rowsOf } = providers;

describe("a delivery that fails temporarily", () => {
  test("is retried with growing delays until the code expires", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    providers.smtp.behaviour = "defer";
    const { expiresAt } = await rowOf(tenancy);
    for (let attempts = 1; ; attempts++) {
      const now = run.current.clock.now();
      expect(await deliver()).toEqual(["retried"]);
      const row = await rowOf(tenancy);
      expect(row).toMatchObject({
        state: "queued",
        attempts,
        sealed: expect.stringMatching(/^eyJ/),
        lastError: expect.stringContaining("451 4.3.0"),
      });
      const full = Math.min(minute, 2 * second * 2 ** (attempts - 1));
      const waitMs = row.dueAt.getTime() - now;
      expect(waitMs).toBeLessThanOrEqual(full);
      if (row.dueAt < expiresAt) expect(waitMs).toBeGreaterThanOrEqual(full / 2);
      // One millisecond earlier it is not due.
      run.current.clock.advance(waitMs - 1);
      expect((await claimDeliveries(run.current, { room: 1 })).items).toEqual([]);
      run.current.clock.advance(1);
      if (row.dueAt >= expiresAt) {
        expect(row.dueAt).toEqual(expiresAt);
        expect(attempts).toBeGreaterThan(12);
        break;
      }
    }
    providers.smtp.behaviour = "accept";
    expect(await deliver()).toEqual(["dead"]);
    // The last error is kept: it explains more than the expiry.
    expect(await rowOf(tenancy)).toMatchObject({
      state: "dead",
      endedBy: "expired",
      sealed: null,
      lastError: expect.stringContaining("451 4.3.0"),
    });
    expect(providers.smtp.mails).toEqual([]);
  });

  test("is retried at a random time", async () => {
    const tenancy = await createTestTenancy(run.current);
    await Promise.all(Array.from({ length: 20 }, () => challengeOf(tenancy)));
    providers.smtp.behaviour = "defer";
    expect(await deliver()).toEqual(Array.from({ length: 20 }, () => "retried"));
    expect(
      new Set((await rowsOf(tenancy)).map(({ dueAt }) => dueAt.getTime())).size,
    ).toBeGreaterThan(5);
  });

  test.each([
    ["waits as long as the provider requests", "90", 90 * second],
    ["waits at most until the code expires", "86400", 10 * minute],
  ])("%s", async (_name, retryAfter, waitMs) => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    providers.resend.behaviour = {
      status: 429,
      name: "rate_limit_exceeded",
      message: "Too many",
      headers: { "Retry-After": retryAfter },
    };
    expect(await deliver(providers.byResend)).toEqual(["retried"]);
    expect((await rowOf(tenancy)).dueAt.getTime() - run.current.clock.now()).toBe(waitMs);
  });

  test("waits its own delay if the provider requests less", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    providers.resend.behaviour = {
      status: 429,
      name: "rate_limit_exceeded",
      message: "Too many",
      headers: { "Retry-After": "0.001" },
    };
    await deliver(providers.byResend);
    expect((await rowOf(tenancy)).dueAt.getTime() - run.current.clock.now()).toBeGreaterThanOrEqual(
      second,
    );
  });

  test("succeeds once the provider is back, and keeps the last error", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { code } = await challengeOf(tenancy);
    await providers.smtp.goDown();
    for (let passed = 0; passed < 60; passed += 5) {
      expect(await deliver()).not.toContain("sent");
      run.current.clock.advance(5 * second);
    }
    expect(await rowOf(tenancy)).toMatchObject({
      state: "queued",
      lastError: expect.stringContaining("ECONNREFUSED"),
    });
    await providers.smtp.comeBack();
    run.current.clock.advance(minute);
    expect(await deliver()).toEqual(["sent"]);
    expect(providers.smtp.mails).toHaveLength(1);
    expect(providers.smtp.mails[0]?.parsed.text).toContain(code);
    expect(await rowOf(tenancy)).toMatchObject({
      state: "sent",
      sealed: null,
      lastError: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test("is deduplicated by its idempotency key when the response was lost", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    providers.resend.behaviour = "take and drop";
    expect(await deliver(providers.byResend)).toEqual(["retried"]);
    providers.resend.behaviour = "accept";
    run.current.clock.advance(2 * second);
    expect(await deliver(providers.byResend)).toEqual(["sent"]);
    const { id } = await rowOf(tenancy);
    expect([providers.resend.keys, providers.resend.mails.length]).toEqual([[id, id], 1]);
  });

  test("is deduplicated even if the brand changed between two attempts", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    providers.resend.behaviour = "take and drop";
    await deliver(providers.byResend);
    await tenancy.set({ brandName: "Renamed" });
    providers.resend.behaviour = "accept";
    run.current.clock.advance(2 * second);
    expect(await deliver(providers.byResend)).toEqual(["sent"]);
    expect(providers.resend.mails).toMatchObject([{ subject: "Your sign-in code for Test" }]);
  });

  test("delays no other email", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    providers.resend.behaviour = serverError;
    expect(await deliver(providers.byResend)).toEqual(["retried"]);
    providers.resend.behaviour = "accept";
    await challengeOf(tenancy);
    expect(await deliver(providers.byResend)).toEqual(["sent"]);
  });
});

describe("a worker that claimed an email", () => {
  test("owns it until the lease ends; then another worker sends it", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    expect((await claimOne(run.current)).attempts).toBe(1);
    run.current.clock.advance(lifetimes.deliveryLeaseMs - 1);
    expect(await deliver()).toEqual([]);
    run.current.clock.advance(1);
    expect(await deliver()).toEqual(["sent"]);
    expect(providers.smtp.mails).toHaveLength(1);
    expect(await rowOf(tenancy)).toMatchObject({ state: "sent", attempts: 2 });
  });

  test.each([
    ["fails", serverError],
    ["is refused", { status: 422, name: "validation_error", message: "No." }],
  ])(
    "and resumes after its lease leaves the email to the next worker if its attempt %s",
    async (_name, behaviour) => {
      const tenancy = await createTestTenancy(run.current);
      await challengeOf(tenancy);
      const late = await claimOne(run.current);
      endLease(run.current);
      const next = await claimOne(run.current);
      providers.resend.behaviour = behaviour;
      await deliverEmail(run.current, providers.byResend, late);
      // Not due while the next worker has claimed it.
      run.current.clock.advance(lifetimes.deliveryLeaseMs - 1);
      expect((await claimDeliveries(run.current, { room: 1 })).items).toEqual([]);
      providers.resend.behaviour = "accept";
      expect(await deliverEmail(run.current, providers.byResend, next)).toBe("sent");
      expect(await rowOf(tenancy)).toMatchObject({ state: "sent", sealed: null, attempts: 2 });
    },
  );

  test("and resumes after the code expired sends nothing", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    const late = await claimOne(run.current);
    run.current.clock.advance(10 * minute);
    expect(await deliverEmail(run.current, providers.byResend, late)).toBe("dead");
    expect(providers.resend.keys).toEqual([]);
    expect(await rowOf(tenancy)).toMatchObject({ state: "dead", sealed: null });
  });

  test("and sends it after another worker did changes nothing", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    const late = await claimOne(run.current);
    endLease(run.current);
    expect(await deliver(providers.byResend)).toEqual(["sent"]);
    const before = await rowOf(tenancy);
    for (const behaviour of [serverError, "accept"] as const) {
      providers.resend.behaviour = behaviour;
      await deliverEmail(run.current, providers.byResend, late);
      expect(await rowOf(tenancy)).toEqual(before);
    }
    expect(providers.resend.mails).toHaveLength(1);
  });
});
