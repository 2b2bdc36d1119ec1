import { setTimeout as pause } from "node:timers/promises";
import { checkAuditChain, verifyAuditChain } from "@/drill/checks/audit-chain";
import { type Check, check, hasPassed } from "@/drill/checks/check";
import { checkEmails, duplicateEmails } from "@/drill/checks/emails";
import { checkKept, countEffects } from "@/drill/checks/kept";
import { checkRecovery } from "@/drill/checks/recovery";
import { checkReplies } from "@/drill/checks/replies";
import { checkSingleUse, lostCeremonies } from "@/drill/checks/single-use";
import { createClient, type Send } from "@/drill/client";
import { createConsumptionLog } from "@/drill/consumption-log";
import type { Episode } from "@/drill/faults/fault";
import { createJournal } from "@/drill/journal";
import { type Load, startLoad } from "@/drill/load/load";
import { runMixed } from "@/drill/load/mix";
import { figureTable, requestTable, write, writeChecks } from "@/drill/report";
import { settle } from "@/drill/settle";
import { readStored } from "@/drill/stored";
import { type System, withSystem } from "@/drill/system";
import { until } from "@/testing/until";
import { type Cluster, startCluster } from "./cluster";
import {
  cutPrimary,
  type Failover,
  freezePrimary,
  killAheadOfStandbys,
  killPrimary,
  switchOver,
} from "./faults";
import { measureCommits } from "./measure-commits";
import { findPrograms } from "./packages";
import { untilBack } from "./probe";
import { createReplays, type Replays } from "./replay";
import { distributionTable, failoverTable } from "./report";

/** Few enough for two cores that also run the cluster: the load must not be what fails. */
const flowsPerSecond = 4;
const flowsAtMost = 60;
/** Flows that start together just before a failover, so that it meets requests in every step. */
const crowd = 15;
const crowdLeadMs = 200;
const quietMs = 5_000;
/** Beyond the limit, so that the report says how late a failover was. */
const waitMs = 120_000;

const synchronous = [killPrimary, switchOver, freezePrimary, cutPrimary];
const asynchronous = [killAheadOfStandbys];

type FailoverSystem = System<Cluster>;

/** Loses the primary, waits until both instances write again, and brings the node back. */
async function failOver(system: FailoverSystem, send: Send, failover: Failover): Promise<Episode> {
  const cluster = system.database;
  const primary = await until(
    "a primary is known",
    async () => (await cluster.findPrimary()) ?? null,
  );
  const others = cluster.nodes.filter((node) => node !== primary);
  const startedAt = performance.now();
  const episode: Episode = {
    name: failover.name,
    tolerates: { unavailable: true },
    recoveryLimitSeconds: failover.limitSeconds,
    losesCeremonies: true,
    startedAt,
    repairedAt: startedAt,
    answeredAt: Infinity,
    recoveredAt: Infinity,
  };
  const hasFailedOver = async () => {
    const found = await cluster.findPrimary(others);
    return found !== undefined && found !== primary;
  };
  const back = untilBack(system, send, hasFailedOver, waitMs);
  try {
    const [backAt] = await Promise.all([back, failover.inject(cluster, primary)]);
    episode.answeredAt = episode.recoveredAt = Math.max(backAt, startedAt);
  } catch (error) {
    episode.problem = error instanceof Error ? error.message : String(error);
  }
  failover.repair(primary);
  return episode;
}

/** Runs the failovers one after the other, under load. After each, used values are tried again. */
async function runSchedule(
  system: FailoverSystem,
  load: Load,
  replays: Replays,
  schedule: Failover[],
): Promise<{ episodes: Episode[]; replayed: number }> {
  const running = startLoad(flowsPerSecond, () => runMixed(load), flowsAtMost);
  const episodes: Episode[] = [];
  let replayed = 0;
  for (const [index, failover] of schedule.entries()) {
    await pause(quietMs);
    write(`${index + 1} of ${schedule.length}: ${failover.name} …`);
    running.addCrowd(crowd);
    await pause(crowdLeadMs);
    const episode = await failOver(system, load.send, failover);
    episodes.push(episode);
    replayed += await replays.run();
    const problem = await system.database.untilWhole().then(() => undefined, String);
    if (problem === undefined) continue;
    episode.problem ??= problem;
    break;
  }
  await pause(quietMs);
  await running.stop();
  return { episodes, replayed };
}

/** Whether the checks noticed that answers were lost and values used twice. */
const haveNoticedLoss = (checks: Check[]): boolean =>
  [/^acknowledged .* are stored$/, /is accepted twice$/].every((name) =>
    checks.some((each) => name.test(each.name) && !hasPassed(each)),
  );

/**
 * Replaces the primary of a PostgreSQL cluster again and again, and checks what was acknowledged.
 * @param rounds how often each kind of failover comes
 * @param isAsynchronous loses commits on purpose; passes if the checks notice it
 */
export async function runFailover(rounds: number, isAsynchronous: boolean): Promise<boolean> {
  findPrograms();
  const kinds = isAsynchronous ? asynchronous : synchronous;
  const schedule = Array.from({ length: rounds }, () => kinds).flat();
  const dcs = isAsynchronous ? { synchronous_mode: false, synchronous_mode_strict: false } : {};
  let isGood = false;
  await withSystem(
    2,
    () => startCluster(dcs),
    async (system) => {
      const { installation, database, mailServer, instances } = system;
      await createConsumptionLog(database.url);
      const journal = createJournal();
      const client = createClient(instances, (sent) => void journal.sent.push(sent));
      const replays = createReplays(client.send, journal);
      const { tenancyId, apiKey, origin } = installation;
      const load: Load = {
        send: client.send,
        journal,
        tenancyId,
        apiKey,
        origin,
        people: [],
        onUse: replays.note,
      };
      const startedAt = performance.now();
      write(
        `Two instances, three nodes, ${flowsPerSecond} flows a second, ${schedule.length} failovers`,
      );
      const commits = await measureCommits(database.url);
      const { head } = await verifyAuditChain(system, null);
      const { episodes, replayed } = await runSchedule(system, load, replays, schedule);
      const loadSeconds = (performance.now() - startedAt) / 1_000;
      await settle(database.url);
      client.close();
      const stored = await readStored(database.url, tenancyId);
      const { received } = mailServer;
      write(failoverTable(episodes, journal, startedAt));
      write(distributionTable(episodes));
      write(requestTable(journal));
      write(
        figureTable([
          ["load", `${loadSeconds.toFixed(0)} s`],
          ["requests a second", (journal.sent.length / loadSeconds).toFixed(0)],
          ["used values presented again after a failover", replayed],
          ["requests without a success that had taken effect", countEffects(journal, stored)],
          ["ceremonies that a failover lost", lostCeremonies(journal.uses)],
          ["emails delivered", received.size],
          ["of these more than once", duplicateEmails(received)],
          ...commits,
        ]),
      );
      const checks: Check[] = [
        ...checkKept(journal, stored),
        ...checkSingleUse(journal.uses, stored, episodes),
        ...checkEmails(journal, stored, received),
        ...checkAuditChain(await verifyAuditChain(system, head)),
        ...checkReplies(journal, episodes),
        checkRecovery(episodes),
        check("every instance is ready at the end", instances, (instance) =>
          instance.isReady() ? undefined : `port ${instance.port}`,
        ),
      ];
      isGood = writeChecks(checks);
      if (!isAsynchronous) return;
      isGood = haveNoticedLoss(checks);
      write(
        isGood
          ? "As expected, the checks noticed that asynchronous replication lost commits."
          : "FAILED: the checks did not notice what asynchronous replication lost.",
      );
    },
  );
  return isGood;
}
