// The console at 100 rows and at 200 000 users and 300 000 passkeys; `--quick` for a tenth. See
// bench/README.md.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { timesOf } from "@/bench/load";
import { install, openService } from "@/bench/targets/installation";
import { findEvents } from "@/lib/domain/audit/find-events";
import { listActivity } from "@/lib/domain/audit/list-activity";
import type { TenancyContext } from "@/lib/domain/context";
import { filterPasskeys } from "@/lib/domain/passkey/filter-passkeys";
import { findPasskeyRecord, listPasskeyRecordsOf } from "@/lib/domain/passkey/find-passkey-record";
import { PasskeyFilter } from "@/lib/domain/passkey/passkey-filter";
import { createTenancy } from "@/lib/domain/tenancy/create-tenancy";
import { findUserProfile } from "@/lib/domain/user/find-user-profile";
import { searchUsers } from "@/lib/domain/user/search-users";
import { systemClock } from "@/lib/platform/clock";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { addChallenges, addCounters, addEvents, populate, rare } from "@/lib/testing/population";
import { findFreePort } from "@/tests/support/server-process";
import { openPages, type Contents } from "./console-pages";

const root = join(import.meta.dirname, "../..");
const isQuick = process.argv.includes("--quick");
const share = isQuick ? 10 : 1;
const small = { users: 100, passkeys: 100, events: 100, challenges: 100, rareEvery: 50 };
const full = {
  users: 200_000 / share,
  passkeys: 300_000 / share,
  events: 300_000 / share,
  challenges: 100_000 / share,
  rareEvery: 50_000 / share,
};
const rounds = { lists: isQuick ? 100 : 500, pages: isQuick ? 30 : 100 };
const rows = 50;
const mostTimesSmall = 2;

const note = (text: string) => process.stderr.write(`${text}\n`);

interface Filled extends Contents {
  ctx: TenancyContext;
}

type Asks = Record<string, () => Promise<unknown>>;

/** The domain calls of the console's lists, for any tenancy. */
function lists({ ctx, subs, passkeyIds }: Filled): Asks {
  const passkeys = (query: Record<string, string>) => () =>
    filterPasskeys(ctx, { filter: PasskeyFilter.parse(query), rows });
  const middle = <T>(all: T[]) => all[all.length >> 1] as T;
  return {
    "users, newest": () => searchUsers(ctx, { rows }),
    "users, half-way": () => searchUsers(ctx, { after: middle(subs), rows }),
    "user search, one hit": () => searchUsers(ctx, { text: "person-17@", rows }),
    "user search, many hits": () => searchUsers(ctx, { text: "person-", rows }),
    "user search, none": () => searchUsers(ctx, { text: "nobody", rows }),
    "user search, sub": () => searchUsers(ctx, { text: middle(subs), rows }),
    "user page": async () => [
      await findUserProfile(ctx, middle(subs)),
      await listPasskeyRecordsOf(ctx, middle(subs)),
      await listActivity(ctx, [middle(subs), middle(passkeyIds)]),
    ],
    "passkeys, newest": passkeys({}),
    "passkeys, half-way": () =>
      filterPasskeys(ctx, { filter: PasskeyFilter.parse({}), after: middle(passkeyIds), rows }),
    "passkeys, enabled": passkeys({ state: "enabled" }),
    "passkeys, disabled (rare)": passkeys({ state: "disabled" }),
    "passkeys, a rare provider": passkeys({ provider: rare.aaguid }),
    "passkeys, a rare relying party": passkeys({ rpId: rare.rpId }),
    "passkeys, synced": passkeys({ synced: "yes" }),
    "passkeys, not synced (rare)": passkeys({ synced: "no" }),
    "passkeys, never used (rare)": passkeys({ use: "never" }),
    "passkeys, used before (rare)": passkeys({ usedBefore: "2002-01-01" }),
    "passkeys, of a user": passkeys({ user: "user-17" }),
    "passkeys, by username": passkeys({ q: "person-" }),
    "passkeys, by username, none": passkeys({ q: "nobody" }),
    "passkeys, by id": passkeys({ q: middle(passkeyIds) }),
    "passkey page": async () => [
      await findPasskeyRecord(ctx, middle(passkeyIds)),
      await listActivity(ctx, [middle(passkeyIds)]),
    ],
    "audit log": () => findEvents(ctx, {}, rows),
    "audit log, a rare family": () => findEvents(ctx, { family: "tenancy" }, rows),
  };
}

/**
 * Measures both tenancies in turn and prints both medians. Returns the names of calls that take more
 * than twice as long in the full tenancy.
 */
async function compare(
  title: string,
  [ofSmall, ofFull]: [Asks, Asks],
  count: number,
): Promise<string[]> {
  const names = Object.keys(ofFull);
  const tasks = names.flatMap((name) =>
    [ofSmall, ofFull].map((all) => ({ name, run: () => all[name]?.() ?? Promise.resolve() })),
  );
  const times = await timesOf(tasks, count);
  const lines = names.map((name, index) => ({
    name,
    before: times[2 * index]?.p50Ms ?? NaN,
    after: times[2 * index + 1]?.p50Ms ?? NaN,
  }));
  const text = lines.map(
    ({ name, before, after }) =>
      `| ${name} | ${before.toFixed(2)} | ${after.toFixed(2)} | ${(after / before).toFixed(2)} |`,
  );
  process.stdout.write(
    [
      `| ${title} | 100 rows, p50 ms | full, p50 ms | ratio |`,
      "| --- | --- | --- | --- |",
      ...text,
      "",
      "",
    ].join("\n"),
  );
  return lines
    .filter(({ before, after }) => !(after / before <= mostTimesSmall))
    .map(({ name }) => name);
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "keystead-console-"));
  const postgres = await startEmbeddedPostgres({ dataFolder: folder });
  try {
    const port = await findFreePort();
    const installation = await install(root, postgres.url, `http://localhost:${port}`, []);
    const { service, actor, enter, close } = openService(installation);
    const fill = async (
      name: string,
      { users, passkeys, events, challenges, rareEvery }: typeof full,
    ): Promise<Filled> => {
      const tenancy = await createTenancy(service, actor, {
        name,
        environment: "production",
        rpId: "localhost",
        allowedOrigins: [installation.origin],
      });
      const of = { tenancyId: tenancy.id, nowMs: systemClock.now() };
      const made = await populate(service.run, { ...of, users, passkeys, rareEvery });
      await addEvents(service.run, { ...of, targets: made.passkeyIds, events });
      const challengeIds = await addChallenges(service.run, { ...of, count: challenges });
      await addCounters(service.run, { ...of, each: Math.ceil(users / 100) });
      return { ctx: enter(tenancy), tenancyId: tenancy.id, ...made, challengeIds };
    };
    const [little, big] = [await fill("Small", small), await fill("Full", full)];
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query("VACUUM ANALYZE");
    await client.end();
    note(
      `filled ${full.users} users, ${full.passkeys} passkeys, ${full.events} events and ${full.challenges} challenges`,
    );
    const slow = await compare("list", [lists(little), lists(big)], rounds.lists);
    const opened = await openPages(root, port, installation, service);
    try {
      slow.push(...(await compare("page", [opened.asks(little), opened.asks(big)], rounds.pages)));
      if (slow.length > 0) note(`more than ${mostTimesSmall} times: ${slow.join(", ")}`);
      process.exitCode = slow.length > 0 ? 1 : 0;
    } finally {
      await opened.stop();
    }
    await close();
  } finally {
    await postgres.stop();
    await rm(postgres.folder, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
