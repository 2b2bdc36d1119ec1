// The vault of one large tenancy, page by page; see bench/README.md.
import { createSend, type Send, timesOf } from "@/bench/load";
import { markdownTable } from "@/bench/markdown-table";
import type { Installation } from "@/bench/targets/installation";
import { startKeystead } from "@/bench/targets/keystead";
import { FindAllPasskeys } from "@/lib/contract/passkey";
import { getPasskey } from "@/lib/domain/passkey/get-passkey";
import { listPasskeys } from "@/lib/domain/passkey/list-passkeys";
import { type Sample, theFullest } from "./fill";
import type { Filled } from "./filled-installation";
import { printPlans } from "./plans";

const pageSize = 100;
const rounds = 1_000;
const maxTimesPageOne = 1.2;
const deepPage = 10_000;

const note = (text: string) => process.stderr.write(`${text}\n`);

/** Pages through the whole vault. Returns the cursors of the requested pages and of the last one. */
async function walk(get: (path: string) => Promise<unknown>, passkeys: number) {
  const lastPage = Math.ceil(passkeys / pageSize);
  const deepest = Math.min(deepPage, lastPage - 1);
  const starts = [...new Set([100, deepest, lastPage])].map((page) => ({
    page,
    rows: (page - 1) * pageSize,
  }));
  const cursors = new Map<number, string>();
  const seen = new Set<string>();
  for (let cursor: string | null | undefined; cursor !== null;) {
    const next = starts.find(({ rows }) => rows > seen.size);
    const limit = Math.min(1_000, (next?.rows ?? Infinity) - seen.size);
    const { records, cursor: following } = FindAllPasskeys.parse(
      await get(`passkeys?limit=${limit}${cursor === undefined ? "" : `&cursor=${cursor}`}`),
    );
    for (const { id } of records) seen.add(id);
    cursor = following;
    const reached = starts.find(({ rows }) => rows === seen.size);
    if (reached !== undefined && cursor !== null) cursors.set(reached.page, cursor);
  }
  if (seen.size !== passkeys) throw new Error(`the walk saw ${seen.size} of ${passkeys}`);
  return { cursors, deepest, lastPage };
}

async function measurePages(
  send: Send,
  { tenancyId, apiKey }: Installation,
  passkeys: number,
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
  const { cursors, deepest, lastPage } = await walk(get, passkeys);
  note(`walked ${passkeys} passkeys, each seen once`);
  const pageOf = (page: number) => `passkeys?cursor=${cursors.get(page) ?? ""}`;
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
  ];
  // Alternates between the targets, so that a slower machine affects them all.
  const figures = await timesOf(
    requests.map(([name, path]) => ({ name, run: (round: number) => get(path(round)) })),
    rounds,
  );
  return { figures, cursors, deepest, lastPage };
}

/**
 * Prints the times and plans of pages. Fails if a plan scans a table or sorts more than a page.
 * @returns what misses its bar
 */
export async function measureVault(
  root: string,
  { port, installation, samples }: Filled,
  passkeys: number,
): Promise<string[]> {
  const server = await startKeystead(root, port, installation);
  const send = createSend(port, 1);
  try {
    const { figures, cursors, deepest, lastPage } = await measurePages(
      send,
      installation,
      passkeys,
      samples,
    );
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
    });
    const [first, , deep] = figures;
    const ratio = (deep?.p50Ms ?? NaN) / (first?.p50Ms ?? NaN);
    process.stdout.write(`\npage ${deepest} takes ${ratio.toFixed(2)} times page 1\n`);
    return ratio <= maxTimesPageOne ? [] : [`page ${deepest}`];
  } finally {
    send.close();
    await server.stop();
  }
}
