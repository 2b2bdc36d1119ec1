import { markdownTable } from "@/bench/markdown-table";
import { quantile } from "@/bench/quantile";
import type { Episode } from "@/drill/faults/fault";
import type { Journal } from "@/drill/journal";
import { failuresDuring, seconds } from "@/drill/report";

const tookMs = ({ startedAt, recoveredAt }: Episode) => recoveredAt - startedAt;

/** A row per failover: when it began, how long until all instances wrote again, what failed. */
export const failoverTable = (episodes: Episode[], journal: Journal, startedAt: number): string =>
  markdownTable(
    ["failover", "at", "back after", "limit", "requests meanwhile", "503", "no response"],
    episodes.map((episode) => [
      episode.name,
      seconds(episode.startedAt - startedAt),
      seconds(tookMs(episode)),
      `${episode.recoveryLimitSeconds} s`,
      ...failuresDuring(episode, journal).map(String),
    ]),
  );

/** A row per kind of failover. */
export const distributionTable = (episodes: Episode[]): string =>
  markdownTable(
    ["failover", "times", "shortest", "median", "longest", "limit"],
    [...new Set(episodes.map(({ name }) => name))].map((name) => {
      const own = episodes.filter((each) => each.name === name);
      const times = own.map(tookMs).toSorted((a, b) => a - b);
      return [
        name,
        String(own.length),
        ...[0, 0.5, 1].map((share) => seconds(quantile(times, share))),
        `${own[0]?.recoveryLimitSeconds} s`,
      ];
    }),
  );
