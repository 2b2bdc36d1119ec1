import { describe, expect, test } from "vitest";
import { lifetimes, limits } from "@/lib/limits";
import { newMailbox } from "@/testing/challenge-rules";
import { withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { inviteMember } from "./invite-member";
import { resendInvitation, revokeInvitation } from "./send-invitation";

const run = provideService();

async function createOwner() {
  const tenancy = await createTestTenancy(run.current);
  const { sub } = await createTestOperator(run.current, { tenancyId: tenancy.id });
  return { ...tenancy.ctx, actor: { kind: "operator" as const, id: sub } };
}

const isFulfilled = ({ status }: PromiseSettledResult<unknown>) => status === "fulfilled";
/** Counts the emails of all tests. Each test compares the counts before and after. */
const countMails = () => run.current.db.outboxEmail.count();

describe("one address", () => {
  test("gets three invitation emails an hour, in 40 concurrent requests to two instances too", async () => {
    const ctx = await createOwner();
    const before = await countMails();
    const { id } = await inviteMember(ctx, { email: newMailbox(), role: "support" });
    const outcomes = await withOtherInstance((other) =>
      Promise.allSettled(
        Array.from({ length: 40 }, (_, turn) =>
          resendInvitation(turn % 2 === 0 ? ctx : { ...ctx, db: other.db }, id),
        ),
      ),
    );
    expect(outcomes.filter(isFulfilled)).toHaveLength(2);
    expect(await countMails()).toBe(before + 3);
    await expect(resendInvitation(ctx, id)).rejects.toMatchObject({
      tag: "@error/RateLimited",
      extra: { retryAfterSeconds: 3_600 },
      message: "An invitation can be emailed 3 times an hour. Try again in 60 minutes.",
    });
    run.current.clock.advance(lifetimes.hourMs - 30_000);
    await expect(resendInvitation(ctx, id)).rejects.toMatchObject({
      message: "An invitation can be emailed 3 times an hour. Try again in 1 minute.",
    });
    run.current.clock.advance(30_000);
    await resendInvitation(ctx, id);
  });

  test("has the same limit after revoking, inviting again, and in another spelling", async () => {
    const ctx = await createOwner();
    const email = newMailbox();
    for (const spelled of [email, email.toUpperCase(), ` ${email.replace("@", "+tag@")}`])
      await revokeInvitation(
        ctx,
        (await inviteMember(ctx, { email: spelled, role: "support" })).id,
      );
    await expect(inviteMember(ctx, { email, role: "support" })).rejects.toMatchObject({
      tag: "@error/RateLimited",
    });
    expect(
      await run.current.db.operatorInvitation.count({
        where: { tenancyId: ctx.tenancy.id, revokedAt: null },
      }),
    ).toBe(0);
  });
});

test("a refused resend changes neither the invitation nor its limit", async () => {
  const ctx = await createOwner();
  const { id } = await inviteMember(ctx, { email: newMailbox(), role: "support" });
  for (const again of [1, 2]) await resendInvitation(ctx, id).then(() => again);
  run.current.clock.advance(1_000);
  const before = await run.current.db.operatorInvitation.findFirst({ where: { id } });
  const counters = () =>
    run.current.db.limitCounter.findMany({
      where: { key: { startsWith: "invitation" } },
      orderBy: { key: "asc" },
    });
  const counted = await counters();
  await expect(resendInvitation(ctx, id)).rejects.toMatchObject({ tag: "@error/RateLimited" });
  expect(await run.current.db.operatorInvitation.findFirst({ where: { id } })).toEqual(before);
  expect(await counters()).toEqual(counted);
});

test("limits a tenancy's invitation emails per day, without affecting other tenancies", async () => {
  const ctx = await createOwner();
  const other = await createOwner();
  for (let sent = 0; sent < limits.invitationEmails.perTenancyAndDay; sent++)
    await inviteMember(ctx, { email: newMailbox(), role: "auditor" });
  await expect(inviteMember(ctx, { email: newMailbox(), role: "auditor" })).rejects.toMatchObject({
    tag: "@error/RateLimited",
    message: "A tenancy can send 50 invitation emails a day. Try again in 24 hours.",
  });
  await inviteMember(other, { email: newMailbox(), role: "auditor" });
  run.current.clock.advance(lifetimes.dayMs);
  await inviteMember(ctx, { email: newMailbox(), role: "auditor" });
});
