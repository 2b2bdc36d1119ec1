import { markdownTable } from "@/bench/markdown-table";
import { quantile } from "@/bench/quantile";
import { type Check, hasPassed } from "./checks/check";
import { hasFailed } from "./checks/replies";
import { countRepeats, eventsFor, type Received } from "./checks/webhooks";
import type { Episode } from "./faults/fault";
import type { Journal, Sent } from "./journal";
import type { StoredFeed } from "./webhooks/stored-feed";

const problemsShown = 5;

export const write = (text: string) => void process.stdout.write(`${text}\n`);

export const seconds = (ms: number) =>
  Number.isFinite(ms) ? `${(ms / 1_000).toFixed(1)} s` : "never";

const failures = (sent: Sent[]) => {
  const unavailable = sent.filter(({ status = 0 }) => status >= 500).length;
  const broken = sent.filter(({ status }) => status === undefined).length;
  return { unavailable, broken };
};

/** How many requests ran during an episode; of these, how many got a 5xx or no response. */
export function failuresDuring(episode: Episode, { sent }: Journal): number[] {
  const during = sent.filter(
    (each) => each.endedAt >= episode.startedAt && each.startedAt <= episode.answeredAt,
  );
  const { unavailable, broken } = failures(during);
  return [during.length, unavailable, broken];
}

/** A row per fault: when it began, how long until requests and emails worked again, what failed. */
export const faultTable = (episodes: Episode[], journal: Journal, startedAt: number): string =>
  markdownTable(
    ["fault", "at", "recovered after", "limit", "requests meanwhile", "503", "no response"],
    episodes.map((episode) => [
      episode.name,
      seconds(episode.startedAt - startedAt),
      seconds(episode.recoveredAt - episode.repairedAt),
      `${episode.recoveryLimitSeconds} s`,
      ...failuresDuring(episode, journal).map(String),
    ]),
  );

/** A row per kind of request. */
export function requestTable({ sent }: Journal): string {
  const kinds = [...new Set(sent.map(({ kind }) => kind))].toSorted();
  return markdownTable(
    ["request", "sent", "2xx", "4xx", "503", "no response", "p50 ms", "p99 ms"],
    kinds.map((kind) => {
      const own = sent.filter((each) => each.kind === kind);
      const times = own
        .filter((each) => !hasFailed(each))
        .map(({ startedAt, endedAt }) => endedAt - startedAt)
        .toSorted((a, b) => a - b);
      const { unavailable, broken } = failures(own);
      const count = (digit: number) =>
        own.filter(({ status = 0 }) => Math.floor(status / 100) === digit).length;
      return [
        kind,
        ...[own.length, count(2), count(4), unavailable, broken].map(String),
        ...[0.5, 0.99].map((share) => quantile(times, share).toFixed(0)),
      ];
    }),
  );
}

/** A row per webhook: what it should get, what arrived, and the states of its deliveries. */
export const webhookTable = (received: Received[], feed: StoredFeed): string =>
  markdownTable(
    ["webhook", "events", "requests", "of these repeats", "sent", "queued", "dead"],
    received.map((each) => {
      const states = [...(feed.deliveries.get(each.webhook.id)?.values() ?? [])];
      const count = (wanted: string) => states.filter((state) => state === wanted).length;
      return [
        each.webhook.behavior,
        ...[eventsFor(each.webhook, feed).length, each.arrivals.length, countRepeats(each)].map(
          String,
        ),
        ...["sent", "queued", "dead"].map((state) => String(count(state))),
      ];
    }),
  );

export const figureTable = (figures: [name: string, value: string | number][]): string =>
  markdownTable(
    ["figure", "value"],
    figures.map(([name, value]) => [name, String(value)]),
  );

/** Prints the checks, the first problems of each, and the totals. @returns whether all passed */
export function writeChecks(checks: Check[]): boolean {
  write(
    markdownTable(
      ["check", "checked", "result"],
      checks.map((each) => [
        each.name,
        String(each.checked),
        hasPassed(each) ? "passed" : `FAILED, ${each.problems.length}`,
      ]),
    ),
  );
  for (const { name, problems } of checks)
    for (const problem of problems.slice(0, problemsShown)) write(`FAILED ${name}: ${problem}`);
  const passed = checks.filter(hasPassed).length;
  write(`${passed} passed, ${checks.length - passed} failed`);
  return passed === checks.length;
}
