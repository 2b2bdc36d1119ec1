import { expect, test } from "vitest";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { countTimeline, findTimeline, type TimelineSearch } from "./find-timeline";

const run = provideService();

/** Refusals at 0, 1, 2 … seconds. */
async function createRefusals() {
  const tenancy = await createTestTenancy(run.current);
  const { sub } = await run.current.db.user.create({
    data: {
      tenancyId: tenancy.id,
      sub: run.current.createId(),
      email: "Ada@example.com",
      emailNormalized: "ada@example.com",
      emailVerified: true,
      givenName: "Ada",
      familyName: "Lovelace",
      selfService: false,
      createdAt: new Date(0),
      updatedAt: new Date(0),
    },
  });
  const startMs = run.current.clock.now();
  const note = (kind: "sign-in.refused" | "code.refused", reason: string, subject: object = {}) => {
    noteEvent({ ...tenancy.ctx, requestId: `request-${reason}` }, kind, { ...subject, reason });
    run.current.clock.advance(1_000);
  };
  note("sign-in.refused", "PasskeyDisabled", { sub });
  note("code.refused", "ChallengeRateLimited", { email: "ada@example.com" });
  note("code.refused", "ChallengeRateLimited", { email: "new@example.com" });
  note("code.refused", "InvalidChallengeCode", { email: "ada@example.com" });
  await run.current.timeline.flush();
  const find = async ({ who, ...search }: TimelineSearch, pageSize = 50) => {
    const { entries, next } = await findTimeline(tenancy.ctx, { who, ...search }, pageSize);
    if (who === undefined && next === null)
      expect(await countTimeline(tenancy.ctx, search)).toEqual({
        count: entries.length,
        isExact: true,
      });
    return entries.map(({ at }) => (at - startMs) / 1_000);
  };
  return { tenancy, sub, startMs, find };
}

test("finds refusals by reason, kind, mailbox, request and time", async () => {
  const { find, startMs } = await createRefusals();
  expect(await find({})).toEqual([3, 2, 1, 0]);
  expect(await find({ reason: "ChallengeRateLimited" })).toEqual([2, 1]);
  expect(await find({ kind: "code.refused" })).toEqual([3, 2, 1]);
  expect(await find({ kind: "refused" })).toEqual([3, 2, 1, 0]);
  expect(await find({ kind: "sign-in" })).toEqual([]);
  expect(await find({ kind: "refused", reason: "PasskeyDisabled" })).toEqual([0]);
  expect(await find({ who: "Ada@Example.com" })).toEqual([3, 1, 0]);
  expect(await find({ requestId: "request-PasskeyDisabled" })).toEqual([0]);
  expect(await find({ fromMs: startMs + 1_000, toMs: startMs + 3_000 })).toEqual([2, 1]);
  expect(
    await find({ reason: "ChallengeRateLimited", kind: "code.refused", toMs: startMs + 2_000 }),
  ).toEqual([1]);
  expect(await find({ reason: "ChallengeRateLimited", who: "ada@example.com" })).toEqual([1]);
  expect(await find({ reason: "Unknown" })).toEqual([]);
});

test("finds mailboxes and users by any part of an email or a name", async () => {
  const { find, sub } = await createRefusals();
  for (const who of ["da@ex", "ADA@", "lovel", "ada love", sub, sub.slice(0, 24)])
    expect(await find({ who }), who).toEqual([3, 1, 0]);
  expect(await find({ who: "ew@exa" })).toEqual([2]);
  expect(await find({ who: "xample" })).toEqual([3, 2, 1, 0]);
  expect(await find({ who: "xample", kind: "code.refused" })).toEqual([3, 2, 1]);
  for (const who of ["zzz", "ew@exb", "%", "w_@", "ne"])
    expect(await find({ who }), who).toEqual([]);
});

test("a part of many addresses reads the newest events, in pages", async () => {
  const tenancy = await createTestTenancy(run.current);
  const note = (email: string) => {
    noteEvent(tenancy.ctx, "code.requested", { email });
    run.current.clock.advance(1);
  };
  const addresses = Array.from({ length: 30 }, (_, n) => `guest-${n}@many.example`);
  for (const email of ["first@other.example", ...addresses]) note(email);
  await run.current.timeline.flush();
  const page = async (before?: string) => {
    const { entries, next } = await findTimeline(tenancy.ctx, { who: "many.ex", before }, 20);
    return { emails: entries.map(({ email }) => email), next };
  };
  const first = await page();
  const second = await page(first.next ?? "");
  expect([...first.emails, ...second.emails]).toEqual(addresses.toReversed());
  expect(second.next).toBeNull();
});

test("names the user, also of a mailbox that a user owns", async () => {
  const { tenancy, sub } = await createRefusals();
  const { entries } = await findTimeline(tenancy.ctx, {}, 50);
  const ada = { sub, name: "Ada@example.com" };
  expect(entries.map(({ user }) => user)).toEqual([ada, null, ada, ada]);
});

test("pages continue before the last entry", async () => {
  const { tenancy } = await createRefusals();
  const search = { reason: "ChallengeRateLimited" };
  const first = await findTimeline(tenancy.ctx, search, 1);
  const second = await findTimeline(tenancy.ctx, { ...search, before: first.next ?? "" }, 1);
  expect([first, second].map(({ entries }) => entries[0]?.email)).toEqual([
    "new@example.com",
    "ada@example.com",
  ]);
  expect(second.next).toBeNull();
});

test("another tenancy's events are never found", async () => {
  await createRefusals();
  const { ctx } = await createTestTenancy(run.current);
  for (const search of [
    {},
    { reason: "PasskeyDisabled" },
    { who: "ada@example.com" },
    { who: "example" },
  ])
    expect((await findTimeline(ctx, search, 50)).entries).toEqual([]);
});
