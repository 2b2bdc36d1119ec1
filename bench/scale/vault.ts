// The vault of one large tenancy, page by page; see bench/README.md.
import { createSend, type Send, timesOf } from "@/bench/load";
import { markdownTable } from "@/bench/markdown-table";
import type { Installation } from "@/bench/targets/installation";
import { startKeystead } from "@/bench/targets/keystead";
import { getPasskey, listPasskeys } from "@/lib/domain/passkey/list-passkeys";
import { listUserRecords } from "@/lib/domain/user/management/list-user-records";
import { getUserRecord } from "@/lib/domain/user/management/user-record";
import { type Sample, theFullest } from "./fill";
import type { Filled } from "./filled-installation";
import { printPlans } from "./plans";
import { pageSize, walkList } from "./walk-list";

const rounds = 1_000;
const maxTimesPageOne = 1.2;

async function measurePages(
  send: Send,
  { tenancyId, apiKey }: Installation,
  { passkeys, users }: Sizes,
  samples: Sample[],
) {
  const get = async (path: string) =>
    (
      await send({
        method: "GET",
        path: `/v2/${tenancyId}/${path}`,
        headers: { authorization: `Bearer ${apiKey}` },
      })
    ).body;
  const vault = await walkList(get, { path: "passkeys", id: "id", size: passkeys });
  const people = await walkList(get, { path: "users", id: "sub", size: users });
  const { cursors, deepest, lastPage } = vault;
  const pageOf = (page: number) => `passkeys?cursor=${cursors.get(page) ?? ""}`;
  const usersOf = (page: number) => `users?cursor=${people.cursors.get(page) ?? ""}`;
  const any = (round: number) => samples[(round * 7_919) % samples.length] as Sample;
  const requests: [string, (round: number) => string][] = [
    ["page 1", () => "passkeys"],
    ["page 100", () => pageOf(100)],
    [`page ${deepest}`, () => pageOf(deepest)],
    [`page ${lastPage}, the last, of ${passkeys % pageSize}`, () => pageOf(lastPage)],
    ["page 1 of disabled ones", () => "passkeys?enabled=false"],
    ["get", (round) => `passkeys/${any(round).passkeyId}`],
    ["one user's list", (round) => `passkeys?userId=${any(round).userId}`],
    ["list of a user with 20", () => `passkeys?userId=${theFullest}`],
    ["users, page 1", () => "users"],
    [`users, page ${people.deepest}`, () => usersOf(people.deepest)],
    ["users, page 1 of disabled ones", () => "users?enabled=false"],
    ["users, by email", (round) => `users?email=${encodeURIComponent(any(round).email)}`],
    ["users, by own id", (round) => `users?userId=${any(round).userId}`],
    ["user", (round) => `users/${any(round).userId}`],
  ];
  // Alternates between the targets, so that a slower machine affects them all.
  const figures = await timesOf(
    requests.map(([name, path]) => ({ name, run: (round: number) => get(path(round)) })),
    rounds,
  );
  return { figures, vault, people };
}

interface Sizes {
  passkeys: number;
  users: number;
}

/**
 * Prints the times and plans of pages. Fails if a plan scans a table or sorts more than a page.
 * @returns what misses its bar
 */
export async function measureVault(
  root: string,
  { port, installation, samples }: Filled,
  sizes: Sizes,
): Promise<string[]> {
  const server = await startKeystead(root, port, installation);
  const send = createSend(port, 1);
  try {
    const { figures, vault, people } = await measurePages(send, installation, sizes, samples);
    const { cursors, deepest, lastPage } = vault;
    process.stdout.write(
      `\n${markdownTable(
        ["request", "p50 ms", "p99 ms"],
        figures.map(({ name, p50Ms, p99Ms }) => [name, p50Ms.toFixed(2), p99Ms.toFixed(2)]),
      )}`,
    );
    const page = (query: object) => ({ limit: pageSize, ...query });
    await printPlans(installation, {
      "page 1": (ctx) => listPasskeys(ctx, page({})),
      "page 100": (ctx) => listPasskeys(ctx, page({ cursor: cursors.get(100) })),
      [`page ${deepest}`]: (ctx) => listPasskeys(ctx, page({ cursor: cursors.get(deepest) })),
      "the last page": (ctx) => listPasskeys(ctx, page({ cursor: cursors.get(lastPage) })),
      "page 1 of disabled ones": (ctx) => listPasskeys(ctx, page({ enabled: false })),
      get: (ctx) => getPasskey(ctx, samples[0]?.passkeyId ?? ""),
      "list of a user with 20": (ctx) => listPasskeys(ctx, page({ userId: theFullest })),
      "users, page 1": (ctx) => listUserRecords(ctx, page({})),
      [`users, page ${people.deepest}`]: (ctx) =>
        listUserRecords(ctx, page({ cursor: people.cursors.get(people.deepest) })),
      "users, page 1 of disabled ones": (ctx) => listUserRecords(ctx, page({ enabled: false })),
      user: (ctx) => getUserRecord(ctx, samples[0]?.userId ?? ""),
    });
    const p50Of = (name: string) => figures.find((figure) => figure.name === name)?.p50Ms ?? NaN;
    return [
      { deep: `page ${deepest}`, first: "page 1" },
      { deep: `users, page ${people.deepest}`, first: "users, page 1" },
    ].flatMap(({ deep, first }) => {
      const ratio = p50Of(deep) / p50Of(first);
      process.stdout.write(`\n${deep} takes ${ratio.toFixed(2)} times ${first}\n`);
      return ratio <= maxTimesPageOne ? [] : [deep];
    });
  } finally {
    send.close();
    await server.stop();
  }
}
