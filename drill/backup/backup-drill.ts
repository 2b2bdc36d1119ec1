import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "@/bench/quantile";
import { runCommand } from "@/bench/targets/command";
import { type Check, check } from "@/drill/checks/check";
import { checkReplies } from "@/drill/checks/replies";
import { createClient } from "@/drill/client";
import { startDrillDatabase } from "@/drill/database";
import { createJournal, type Journal } from "@/drill/journal";
import { type Load, startLoad } from "@/drill/load/load";
import { runMixed } from "@/drill/load/mix";
import { figureTable, requestTable, write, writeChecks } from "@/drill/report";
import { type System, withSystem } from "@/drill/system";
import { checkSame, createDatabase, readContents, readKnown } from "./compare";
import { checkOldValues, checkSignIns, readAsBackend } from "./use-restored";

const flowsPerSecond = 8;
const beforeMs = 30_000;
const afterMs = 10_000;
/** Longer than the pause between two looks at the queue of emails. */
const watchMs = 10_000;

interface Backup {
  id: string;
  bytes: number;
  rows: Record<string, number>;
}

interface Restored extends Backup {
  lockedKeys: number;
}

/** What was acknowledged when the backup began. */
interface Acknowledged {
  registrations: Journal["registrations"];
  signIns: Journal["signIns"];
}

async function withFiles<T>(work: (files: Files) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "keystead-drill-"));
  const passphraseFile = join(folder, "passphrase");
  await writeFile(passphraseFile, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    return await work({
      underLoad: join(folder, "under-load.keystead"),
      stopped: join(folder, "stopped.keystead"),
      passphrase: ["--passphrase-file", passphraseFile],
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Files {
  underLoad: string;
  stopped: string;
  passphrase: string[];
}

const p99 = ({ sent }: Journal, from: number, to: number) =>
  quantile(
    sent
      .filter(({ startedAt, endedAt }) => startedAt >= from && endedAt <= to)
      .map(({ startedAt, endedAt }) => endedAt - startedAt)
      .toSorted((a, b) => a - b),
    0.99,
  ).toFixed(0);

/** Backs up while the load runs. */
async function backUpUnderLoad(system: System, load: Load, { underLoad, passphrase }: Files) {
  const { journal } = load;
  const running = startLoad(flowsPerSecond, () => runMixed(load));
  const loadedAt = performance.now();
  await pause(beforeMs);
  const acknowledged: Acknowledged = {
    registrations: [...journal.registrations],
    signIns: [...journal.signIns],
  };
  const startedAt = performance.now();
  const backup = await runCommand<Backup>(["backup", underLoad, ...passphrase], system.env);
  const endedAt = performance.now();
  await pause(afterMs);
  await running.stop();
  const latency = {
    before: p99(journal, loadedAt, startedAt),
    meanwhile: p99(journal, startedAt, endedAt),
  };
  return { acknowledged, backup, latency };
}

async function checkAcknowledged(
  databaseUrl: string,
  { registrations, signIns }: Acknowledged,
): Promise<Check[]> {
  const known = await readKnown(databaseUrl);
  return [
    check("registrations from before the backup are in it", registrations, (each) =>
      known.userIds.get(each.credentialId) === each.userId ? undefined : each.passkeyId,
    ),
    check("sign-ins from before the backup are in its audit log", signIns, ({ requestId }) =>
      known.signIns.has(requestId) ? undefined : requestId,
    ),
  ];
}

/** Uses the restored database as operators, users and backends do. */
async function useRestored(
  system: System,
  load: Load,
  databaseUrl: string,
  { registrations }: Acknowledged,
): Promise<Check[]> {
  const env = { ...system.env, DATABASE_URL: databaseUrl };
  const emailsBefore = system.mailServer.received.size;
  const instance = await system.addInstance({ DATABASE_URL: databaseUrl });
  await instance.start();
  const client = createClient([instance], () => undefined);
  const restored: Load = { ...load, send: client.send };
  const known = new Set(registrations.map(({ passkeyId }) => passkeyId));
  const people = load.people.filter(({ passkeyId }) => known.has(passkeyId));
  const signIns = await checkSignIns(restored, people);
  const locked = await readAsBackend(restored);
  const keys = await runCommand<{ id: string }[]>(["key", "list"], env);
  for (const { id } of keys.result) await runCommand(["key", "unlock", id], env);
  const unlocked = await readAsBackend(restored);
  const oldValues = await checkOldValues(restored, load.journal, client.send);
  await pause(watchMs);
  client.close();
  const audit = await runCommand<{ broken: unknown; events: number }>(["audit", "verify"], env);
  return [
    signIns,
    check("the API key is locked until an operator unlocks it", [locked, unlocked], (reply) =>
      reply.status === (reply === locked ? 403 : 200) ? undefined : String(reply.status),
    ),
    oldValues,
    check("the restored service sends no email", [system.mailServer.received.size], (count) =>
      count === emailsBefore ? undefined : `${count - emailsBefore} emails`,
    ),
    {
      name: "the restored audit chain is intact",
      checked: audit.result.events,
      problems: audit.result.broken === null ? [] : [JSON.stringify(audit.result.broken)],
    },
  ];
}

/** Backs up under load and afterwards, restores both, and checks what the restored databases have. */
export async function runBackupDrill(): Promise<boolean> {
  let hasPassed = false;
  await withFiles((files) =>
    withSystem(2, startDrillDatabase, async (system) => {
      const { installation, database, env, instances } = system;
      const { tenancyId, apiKey, origin } = installation;
      const journal = createJournal();
      const client = createClient(instances, (sent) => void journal.sent.push(sent));
      const load: Load = { send: client.send, journal, tenancyId, apiKey, origin, people: [] };
      write(
        `Two instances, ${flowsPerSecond} flows a second, a backup after ${beforeMs / 1_000} s`,
      );
      const { acknowledged, backup, latency } = await backUpUnderLoad(system, load, files);
      client.close();
      // Its emails would look like emails of the restored service.
      for (const instance of instances) await instance.stop();
      const verified = await runCommand<Backup>(
        ["backup", "verify", files.underLoad, ...files.passphrase],
        env,
      );
      const restoredUrl = await createDatabase(database.url, "restored");
      const restored = await runCommand<Restored>(
        ["restore", files.underLoad, "--into", restoredUrl, ...files.passphrase],
        env,
      );
      const checks: Check[] = [
        check(
          "the backup has as many rows as it says",
          Object.entries(backup.result.rows),
          ([name, rows]) =>
            verified.result.rows[name] === rows && restored.result.rows[name] === rows
              ? undefined
              : name,
        ),
        ...(await checkAcknowledged(restoredUrl, acknowledged)),
        ...(await useRestored(system, load, restoredUrl, acknowledged)),
        ...checkReplies(journal, []),
      ];
      await runCommand(["backup", files.stopped, ...files.passphrase], env);
      const copyUrl = await createDatabase(database.url, "copy");
      await runCommand(
        ["restore", files.stopped, "--into", copyUrl, "--keep-keys", ...files.passphrase],
        env,
      );
      checks.push(checkSame(await readContents(database.url), await readContents(copyUrl)));
      const rows = Object.values(backup.result.rows).reduce((sum, count) => sum + count, 0);
      write(requestTable(journal));
      write(
        figureTable([
          ["rows in the backup", rows],
          ["bytes of the encrypted file", backup.result.bytes],
          ["backup under load", `${backup.seconds.toFixed(1)} s`],
          ["verification", `${verified.seconds.toFixed(1)} s`],
          ["restore", `${restored.seconds.toFixed(1)} s`],
          [
            "p99 of requests before and during the backup",
            `${latency.before} and ${latency.meanwhile} ms`,
          ],
        ]),
      );
      hasPassed = writeChecks(checks);
    }),
  );
  return hasPassed;
}
