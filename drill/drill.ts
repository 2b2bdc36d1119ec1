import { setTimeout as pause } from "node:timers/promises";
import { checkAuditChain, verifyAuditChain } from "./checks/audit-chain";
import { type Check, check } from "./checks/check";
import { checkEmails, duplicateEmails } from "./checks/emails";
import { checkKept, countEffects } from "./checks/kept";
import { checkRecovery } from "./checks/recovery";
import { checkReplies } from "./checks/replies";
import { checkSingleUse, lostCeremonies } from "./checks/single-use";
import { type Client, createClient } from "./client";
import { createConsumptionLog } from "./consumption-log";
import { startDrillDatabase } from "./database";
import { crashDatabase, stallDatabase } from "./faults/database";
import type { Episode, Fault } from "./faults/fault";
import { killEverything, killInstance, rollingRestart } from "./faults/instances";
import { delayMail, dropMail, killWhileSending, refuseMail } from "./faults/mail";
import { runFault } from "./faults/run-fault";
import { createJournal } from "./journal";
import { type Load, startLoad } from "./load/load";
import { runMixed } from "./load/mix";
import { faultTable, figureTable, requestTable, write, writeChecks } from "./report";
import { settle } from "./settle";
import { readStored } from "./stored";
import { type System, withSystem } from "./system";
import { startWebhooks, type WebhookRun } from "./webhooks/run-webhooks";

const flowsPerSecond = 8;
const quietMs = 15_000;
/** Flows that start together just before a fault, so that it meets requests in every step. */
const crowd = 60;
const crowdLeadMs = 300;

const schedule: Fault[] = [
  killInstance(0),
  killInstance(1),
  crashDatabase,
  stallDatabase,
  refuseMail,
  dropMail,
  delayMail,
  killWhileSending,
  rollingRestart,
  killEverything,
];

/** Runs the faults one after the other, under load, and then until there are enough events. */
async function runSchedule(
  system: System,
  client: Client,
  load: Load,
  { produce }: WebhookRun,
  eventCount: number,
) {
  const running = startLoad(flowsPerSecond, () => runMixed(load));
  const episodes: Episode[] = [];
  let head: string | null = null;
  for (const fault of schedule) {
    await pause(quietMs);
    if (fault === schedule.at(-1)) ({ head } = await verifyAuditChain(system, null));
    write(`${fault.name} …`);
    running.addCrowd(crowd);
    await pause(crowdLeadMs);
    episodes.push(await runFault(system, client.send, fault));
  }
  await pause(quietMs);
  await produce(eventCount);
  await running.stop();
  return { episodes, head };
}

/**
 * Breaks a running system in every way of the schedule, and checks what it acknowledged.
 * @param eventCount how many events the load makes at least
 */
export async function runDrill(eventCount: number): Promise<boolean> {
  let hasPassed = false;
  await withSystem(2, startDrillDatabase, async (system) => {
    await createConsumptionLog(system.database.url);
    const journal = createJournal();
    const client = createClient(system.instances, (sent) => void journal.sent.push(sent));
    const { tenancyId, apiKey, origin } = system.installation;
    const load: Load = { send: client.send, journal, tenancyId, apiKey, origin, people: [] };
    const startedAt = performance.now();
    write(
      `Two instances, ${flowsPerSecond} flows a second, ${schedule.length} faults, ${eventCount} events, about six minutes`,
    );
    const webhooks = await startWebhooks(system, client.send, load);
    const { episodes, head } = await runSchedule(system, client, load, webhooks, eventCount);
    const loadSeconds = (performance.now() - startedAt) / 1_000;
    await settle(system.database.url);
    await webhooks.settle();
    client.close();
    const stored = await readStored(system.database.url, tenancyId);
    const { received } = system.mailServer;
    write(faultTable(episodes, journal, startedAt));
    write(requestTable(journal));
    write(
      figureTable([
        ["load", `${loadSeconds.toFixed(0)} s`],
        ["requests a second", (journal.sent.length / loadSeconds).toFixed(0)],
        ["connections refused, sent to the other instance", client.refused()],
        ["requests without a success that had taken effect", countEffects(journal, stored)],
        ["ceremonies that a crash of the database lost", lostCeremonies(journal.uses)],
        ["emails delivered", received.size],
        ["of these more than once", duplicateEmails(received)],
      ]),
    );
    const checks: Check[] = [
      ...checkKept(journal, stored),
      ...checkSingleUse(journal.uses, stored, episodes),
      ...checkEmails(journal, stored, received),
      ...checkAuditChain(await verifyAuditChain(system, head)),
      ...(await webhooks.check(journal)),
      ...checkReplies(journal, episodes),
      checkRecovery(episodes),
      check("every instance is ready at the end", system.instances, (instance) =>
        instance.isReady() ? undefined : `port ${instance.port}`,
      ),
    ];
    hasPassed = writeChecks(checks);
  });
  return hasPassed;
}
