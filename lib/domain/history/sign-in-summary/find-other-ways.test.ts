import { expect, test } from "vitest";
import { findTimeline } from "@/lib/domain/history/timeline-search/find-timeline";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { newMailbox } from "@/testing/challenge-rules";
import { createHostedTenancy } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";
import { findOtherWays } from "./find-sign-in-summary";

const run = provideService();

async function createUser({ id }: TestTenancy, email: string, owned: boolean) {
  const now = new Date(run.current.clock.now());
  const { sub } = await run.current.db.user.create({
    data: {
      tenancyId: id,
      sub: run.current.createId(),
      selfService: true,
      email,
      emailNormalized: email,
      emailVerified: owned,
      createdAt: now,
      updatedAt: now,
    },
  });
  return sub;
}

/** Notes a refused sign-in, and returns how its user can sign in otherwise. */
async function waysAfter({ ctx }: TestTenancy, who: { sub: string } | { email: string }) {
  // The ids of one millisecond don't order.
  run.current.clock.advance(1);
  noteEvent(ctx, "sign-in.refused", { ...who, reason: "VerificationFailed.signature" });
  await run.current.timeline.flush();
  const { entries } = await findTimeline(ctx, {}, 1);
  const [entry] = entries;
  if (entry === undefined) throw new Error("no event");
  return findOtherWays(ctx, entry);
}

test("an event advises a code only if it opens the user’s account, as the user’s page does", async () => {
  const tenancy = await createHostedTenancy(run.current, { accountPage: true });
  const verified = await createUser(tenancy, newMailbox(), true);
  const claimed = await createUser(tenancy, newMailbox(), false);
  const page = { createsPasskey: false, hasAccountPage: true };
  expect(await waysAfter(tenancy, { sub: verified })).toMatchObject({
    user: { ways: "an emailed code", codePlace: "sign-in-page", ...page },
    summary: { code: "works" },
  });
  expect(await waysAfter(tenancy, { sub: claimed })).toMatchObject({
    user: { ways: null, ...page },
  });
});

test("an event of a mailbox advises its only user, and of several none", async () => {
  const tenancy = await createHostedTenancy(run.current);
  const email = newMailbox();
  const unknown = { user: { hasAccountPage: false }, summary: null };
  expect(await waysAfter(tenancy, { email })).toEqual(unknown);
  await createUser(tenancy, email, false);
  expect(await waysAfter(tenancy, { email })).toMatchObject({
    user: { ways: null, createsPasskey: false, hasAccountPage: false },
  });
  await createUser(tenancy, email, false);
  expect(await waysAfter(tenancy, { email })).toEqual(unknown);
});

test("an event of a disabled user advises no way to sign in", async () => {
  const tenancy = await createHostedTenancy(run.current);
  const sub = await createUser(tenancy, newMailbox(), true);
  await setUserDisabled(tenancy.ctx, sub, true, "lost");
  expect(await waysAfter(tenancy, { sub })).toMatchObject({
    user: undefined,
    summary: { block: "user-disabled" },
  });
});
