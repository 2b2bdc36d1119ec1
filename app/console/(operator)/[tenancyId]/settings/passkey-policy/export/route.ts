import { consoleDownload } from "@/lib/console/console-download";
import { type CsvColumn, csvOf } from "@/lib/console/csv";
import type { RefusedPasskey, SimulationLine } from "@/lib/contract/policy-simulation";
import { nameProvider } from "@/lib/domain/passkey/name-provider";
import { simulatePolicy } from "@/lib/domain/passkey/policy/simulate-policy";

const columns: readonly CsvColumn<RefusedPasskey>[] = [
  ["passkeyId", ({ passkeyId }) => passkeyId],
  ["userId", ({ userId }) => userId],
  ["username", ({ username }) => username],
  ["provider", ({ aaguid, provider }) => nameProvider(aaguid, provider)],
  ["aaguid", ({ aaguid }) => aaguid],
  ["lastUsedAt", ({ lastUsed }) => (lastUsed === undefined ? null : new Date(lastUsed))],
  ["createdAt", ({ createdAt }) => new Date(createdAt)],
  ["reasons", ({ reasons }) => reasons.join(" ")],
];

const pageRows = 100;

/** Yields the refused passkeys in pages. */
async function* pagesOf(lines: AsyncIterable<SimulationLine>): AsyncGenerator<RefusedPasskey[]> {
  let page: RefusedPasskey[] = [];
  for await (const line of lines) {
    if (line._tag === "RefusedPasskey") page.push(line);
    if (page.length < pageRows) continue;
    yield page;
    page = [];
  }
  yield page;
}

/** Exports every passkey that the saved policy would refuse at a sign-in, as CSV. */
export const GET = consoleDownload("passkey.export", (ctx) =>
  Promise.resolve({
    name: `refused-passkeys-${ctx.tenancy.id}`,
    format: "csv",
    texts: csvOf(columns, pagesOf(simulatePolicy(ctx))),
  }),
);
