import { rm } from "node:fs/promises";
import type { Installation } from "@/bench/targets/installation";
import { type DrillDatabase, startDrillDatabase } from "@/drill/database";
import { createInstance, type Instance } from "@/drill/instance";
import { type MailServer, startMailServer } from "@/drill/mail-server";
import { findFreePort, makeDataFolder } from "@/testing/server-process";
import { installRelease } from "./install-release";
import { type Proxy, requireHaproxy, startProxy } from "./proxy";
import { buildRelease, type Release, thisRelease } from "./release";

/** Two instances of each release. HAProxy uses some of them. */
const serverNames = ["old1", "old2", "new1", "new2"] as const;
export type ServerName = (typeof serverNames)[number];

/** What the drill upgrades: a database, HAProxy, and the instances of both releases. */
export interface UpgradeSystem {
  previous: Release;
  installation: Installation;
  /** The configuration of all instances. */
  env: Record<string, string>;
  database: DrillDatabase;
  mailServer: MailServer;
  proxy: Proxy;
  instances: Record<ServerName, Instance>;
}

const releaseOf = (name: ServerName, previous: Release) =>
  name.startsWith("old") ? previous : thisRelease;

async function startSystem(
  previous: Release,
  cleanUps: (() => unknown)[],
  abandons: (() => void)[],
): Promise<UpgradeSystem> {
  const dataFolder = makeDataFolder();
  cleanUps.push(() => rm(dataFolder, { recursive: true, force: true }));
  const database = await startDrillDatabase();
  cleanUps.push(() => database.remove());
  abandons.push(() => database.kill());
  const mailServer = await startMailServer();
  cleanUps.push(() => mailServer.refuse());

  const ports = new Map<ServerName, number>();
  for (const name of serverNames) ports.set(name, await findFreePort());
  const proxy = await startProxy(dataFolder, await findFreePort(), ports);
  cleanUps.push(() => proxy.stop());
  abandons.push(() => proxy.abandon());

  const origin = `http://localhost:${proxy.port}`;
  const installed = await installRelease(previous, database.url, origin);
  const env = { ...installed.env, SMTP_URL: mailServer.url };
  const created = serverNames.map((name) => {
    const { folder } = releaseOf(name, previous);
    const instance = createInstance(ports.get(name) ?? 0, dataFolder, env, folder);
    cleanUps.push(() => instance.remove());
    abandons.push(() => instance.abandon());
    return [name, instance] as const;
  });
  const instances = Object.fromEntries(created) as UpgradeSystem["instances"];
  const { installation } = installed;
  return { previous, installation, env, database, mailServer, proxy, instances };
}

/** Builds the previous release and starts everything around it. Cleans up at the end and on Ctrl+C. */
export async function withUpgradeSystem(
  from: string | undefined,
  work: (system: UpgradeSystem) => Promise<void>,
): Promise<void> {
  requireHaproxy();
  const previous = buildRelease(from);
  const cleanUps: (() => unknown)[] = [() => previous.remove()];
  const abandons: (() => void)[] = [];
  const cleanUp = async () => {
    for (const each of cleanUps.splice(0).reverse()) await each();
  };
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= cleanUp());
  const onSignal = () => void stop().finally(() => process.exit(130));
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  process.once("exit", () => abandons.forEach((abandon) => abandon()));
  try {
    await work(await startSystem(previous, cleanUps, abandons));
  } finally {
    await stop();
  }
}
