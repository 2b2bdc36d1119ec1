import { expect, test } from "vitest";
import { z } from "zod";
import { smallestIdAt } from "@/lib/domain/base/event-time";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { limits } from "@/lib/limits";
import { populate, rare } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { filterPasskeys } from "./filter-passkeys";
import { PasskeyFilter } from "./passkey-filter";
import type { PasskeyOrder } from "./passkey-scan";

const run = provideService();

/** Passkey number n belongs to user n, or to n - 3 for the last three. */
async function fill() {
  const tenancy = await createTestTenancy(run.current);
  const made = await populate(run.current.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: run.current.clock.now(),
    users: 3,
    passkeys: 6,
    rareEvery: 4_000,
  });
  return { tenancy, ids: made.passkeyIds, subs: made.subs };
}

async function walk(
  tenancy: TestTenancy,
  order: PasskeyOrder,
  { rows = 2, ...query }: { rows?: number } & Record<string, string | number> = {},
): Promise<string[]> {
  const seen: string[] = [];
  for (let after: string | undefined, pages = 0; pages === 0 || after !== undefined; pages++) {
    const filter = PasskeyFilter.parse(query);
    const page = await filterPasskeys(tenancy.ctx, { filter, order, after, rows });
    seen.push(...page.entries.map(({ passkey }) => passkey.id));
    after = page.next ?? undefined;
  }
  return seen;
}

test("lists the oldest first, across pages and with every filter", async () => {
  const { tenancy, ids } = await fill();
  expect(await walk(tenancy, "oldest")).toEqual(ids);
  expect(await walk(tenancy, "oldest", { state: "enabled" })).toEqual(
    (await walk(tenancy, "newest", { state: "enabled" })).reverse(),
  );
  expect(await walk(tenancy, "oldest", { provider: rare.aaguid })).toEqual([ids[2]]);
  expect(await walk(tenancy, "oldest", { user: "user-1" })).toEqual([ids[1], ids[4]]);
});

test("lists each passkey once by its last use, and none that wasn’t used", async () => {
  const { tenancy, ids, subs } = await fill();
  const use = (...numbers: number[]) => {
    for (const number of numbers) {
      // Ids of one millisecond have no order.
      run.current.clock.advance(1_000);
      noteEvent(tenancy.ctx, "sign-in.succeeded", {
        sub: subs[number % 3] ?? "",
        passkeyId: ids[number] ?? "",
      });
    }
  };
  use(0, 3, 1, 0, 5, 3, 0);
  noteEvent(tenancy.ctx, "sign-in.by-code", { sub: subs[1] ?? "" });
  noteEvent(tenancy.ctx, "sign-in.refused", {
    sub: subs[2] ?? "",
    passkeyId: ids[2] ?? "",
    reason: "PasskeyDisabled",
  });
  await run.current.timeline.flush();
  const byUse = [ids[0], ids[3], ids[5], ids[1]];
  for (const rows of [1, 2, 50]) expect(await walk(tenancy, "last-used", { rows })).toEqual(byUse);
  expect(await walk(tenancy, "last-used", { user: "user-0" })).toEqual([ids[0], ids[3]]);
  const other = await fill();
  expect(await walk(other.tenancy, "last-used")).toEqual([]);
});

test("a passkey that moved to another user isn’t listed by its former user’s sign-in", async () => {
  const { tenancy, ids, subs } = await fill();
  noteEvent(tenancy.ctx, "sign-in.succeeded", { sub: subs[0] ?? "", passkeyId: ids[0] ?? "" });
  await run.current.timeline.flush();
  await run.current.db.passkey.updateMany({
    where: { tenancyId: tenancy.id, id: ids[0] ?? "" },
    data: { sub: subs[1] ?? "" },
  });
  expect(await walk(tenancy, "last-used")).toEqual([]);
});

test.each([
  ["of the newest sign-in", 1],
  ["of the last sign-in that is read", limits.consoleScanRows],
])("a deleted passkey %s doesn’t end the list early", async (_name, deletedAt) => {
  const { tenancy, ids, subs } = await fill();
  const [matching = "", other = "", deleted = ""] = ids;
  const oldest = 2 * limits.consoleScanRows;
  const startMs = tenancy.ctx.clock.now();
  const rows = Array.from({ length: oldest }, (_, at) => {
    const number = at + 1;
    const used = number === oldest ? 0 : number === deletedAt ? 2 : 1;
    return {
      tenancyId: tenancy.id,
      id: smallestIdAt(startMs - number),
      kind: "sign-in.succeeded",
      sub: subs[used] ?? "",
      passkeyId: [matching, other, deleted][used] ?? "",
      createdAt: new Date(startMs - number),
    };
  });
  await run.current.db.timelineEvent.createMany({ data: rows });
  await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id, id: deleted } });
  const query = { filter: PasskeyFilter.parse({ user: "user-0" }), order: "last-used" } as const;
  const first = await filterPasskeys(tenancy.ctx, { ...query, rows: 50 });
  expect(first).toMatchObject({
    entries: [],
    next: smallestIdAt(startMs - limits.consoleScanRows),
    stoppedAt: startMs - limits.consoleScanRows,
  });
  expect(await walk(tenancy, "last-used", { user: "user-0", rows: 50 })).toEqual([matching]);
});
