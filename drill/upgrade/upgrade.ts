import { setTimeout as pause } from "node:timers/promises";
import { markdownTable } from "@/bench/markdown-table";
import { checkAuditChain, verifyAuditChain } from "@/drill/checks/audit-chain";
import { type Check, check } from "@/drill/checks/check";
import { checkEmails, duplicateEmails } from "@/drill/checks/emails";
import { checkKept } from "@/drill/checks/kept";
import { checkReplies, hasFailed } from "@/drill/checks/replies";
import { checkSingleUse } from "@/drill/checks/single-use";
import { createClient } from "@/drill/client";
import { createConsumptionLog } from "@/drill/consumption-log";
import { createJournal, type Journal } from "@/drill/journal";
import { type Load, startLoad } from "@/drill/load/load";
import { runMixed } from "@/drill/load/mix";
import { figureTable, requestTable, write, writeChecks } from "@/drill/report";
import { readBacklog, readStored } from "@/drill/stored";
import { until } from "@/testing/until";
import { type Phase, runPhases } from "./phases";
import { type UpgradeSystem, withUpgradeSystem } from "./upgrade-system";

const flowsPerSecond = 8;
const settleMs = 120_000;

const isSignIn = ({ kind }: { kind: string }) =>
  kind.startsWith("sign-in") || kind === "code exchange";

const during = ({ sent }: Journal, { startedAt, endedAt }: Phase) =>
  sent.filter((each) => each.endedAt >= startedAt && each.endedAt < endedAt);

function phaseTable(phases: Phase[], journal: Journal): string {
  const sum = (phase: Phase, prefix: string) =>
    [...phase.served]
      .filter(([server]) => server.startsWith(prefix))
      .reduce((total, [, { answered }]) => total + answered, 0);
  return markdownTable(
    ["phase", "seconds", "previous release", "this release", "sign-in requests", "failed requests"],
    phases.map((phase) => {
      const sent = during(journal, phase);
      return [
        phase.name,
        ((phase.endedAt - phase.startedAt) / 1_000).toFixed(0),
        ...[
          sum(phase, "old"),
          sum(phase, "new"),
          sent.filter(isSignIn).length,
          sent.filter(hasFailed).length,
        ].map(String),
      ];
    }),
  );
}

/** Checks that sign-ins never fail, and that each phase ran on the servers that it names. */
const checkPhases = (phases: Phase[], journal: Journal): Check[] => [
  check("no sign-in fails", journal.sent.filter(isSignIn), (each) =>
    hasFailed(each) ? `${each.kind}: ${each.status ?? each.error}` : undefined,
  ),
  check(
    "each phase is served by the instances that it names",
    phases.flatMap(({ name, used, served }) => used.map((server) => ({ name, server, served }))),
    ({ name, server, served }) =>
      (served.get(server)?.answered ?? 0) > 0 ? undefined : `${name}: ${server} served nothing`,
  ),
  check("each phase has sign-ins", phases, (phase) =>
    during(journal, phase).some(isSignIn) ? undefined : phase.name,
  ),
];

const settle = ({ database }: UpgradeSystem) =>
  until(
    "emails are delivered and events sealed",
    async () => {
      await pause(500);
      const { emails, events } = await readBacklog(database.url);
      return emails + events === 0 ? true : null;
    },
    settleMs,
  ).catch((error: unknown) => write(String(error)));

/**
 * Upgrades a running system from the previous release to this one, rolls back once on the way, and
 * checks that no request failed and that everything acknowledged is stored.
 */
export async function runUpgrade({
  from,
  phaseMs,
}: {
  from: string | undefined;
  phaseMs: number;
}): Promise<boolean> {
  let hasPassed = false;
  write("Building the previous release …");
  await withUpgradeSystem(from, async (system) => {
    const { installation, previous, proxy, database, mailServer } = system;
    await createConsumptionLog(database.url);
    const journal = createJournal();
    const client = createClient(
      [{ port: proxy.port, isReady: () => true }],
      (sent) => void journal.sent.push(sent),
    );
    const { tenancyId, apiKey, origin } = installation;
    const load: Load = { send: client.send, journal, tenancyId, apiKey, origin, people: [] };
    let running: ReturnType<typeof startLoad> | undefined;
    const phases = await runPhases(system, {
      phaseMs,
      begin: () => (running = startLoad(flowsPerSecond, () => runMixed(load))),
      announce: (name) => write(`${name} …`),
    });
    await running?.stop();
    await settle(system);
    client.close();
    const stored = await readStored(database.url, tenancyId);
    const counts = [...(await proxy.read()).values()];
    write(phaseTable(phases, journal));
    write(requestTable(journal));
    write(
      figureTable([
        ["previous release", previous.name],
        ["it starts on the new schema", previous.acceptsNewer ? "yes" : "no, so it kept running"],
        ["sign-ins", journal.signIns.length],
        [
          "connections refused, sent to the other instance",
          counts.reduce((total, { redispatched }) => total + redispatched, 0),
        ],
        ["emails delivered", mailServer.received.size],
        ["of these more than once", duplicateEmails(mailServer.received)],
      ]),
    );
    hasPassed = writeChecks([
      ...checkPhases(phases, journal),
      ...checkKept(journal, stored),
      ...checkSingleUse(journal.uses, stored, []),
      ...checkEmails(journal, stored, mailServer.received),
      ...checkAuditChain(await verifyAuditChain(system, null)),
      ...checkReplies(journal, []),
    ]);
  });
  return hasPassed;
}
