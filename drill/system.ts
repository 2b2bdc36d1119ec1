import { rm } from "node:fs/promises";
import { join } from "node:path";
import { install, type Installation } from "@/bench/targets/installation";
import { findFreePort, makeDataFolder } from "@/testing/server-process";
import type { DrillDatabase } from "./database";
import { createInstance, type Instance } from "./instance";
import { type MailServer, startMailServer } from "./mail-server";
import { metricsToken } from "./metrics-token";
import { startWebhookReceiver, type WebhookReceiver } from "./webhooks/receiver";

/** A database that the drill started. */
interface StartedDatabase {
  url: string;
  resume(): void;
  /** Stops it and deletes its files. */
  remove(): Promise<void>;
  /** Kills it without waiting, when the drill exits early. */
  kill(): void;
}

/** What the drill runs: production servers on one database, a mail server and a webhook receiver. */
export interface System<Database extends StartedDatabase = DrillDatabase> {
  installation: Installation;
  database: Database;
  mailServer: MailServer;
  webhookReceiver: WebhookReceiver;
  instances: Instance[];
  /** Of the servers and of commands. */
  env: Record<string, string>;
  /** Creates a further server, on the same configuration with changes. It is removed at the end. */
  addInstance(changes: Record<string, string>): Promise<Instance>;
}

/**
 * Starts everything, and cleans up at the end and on Ctrl+C.
 * @param variables of the instances, besides those that every drill needs
 */
export async function withSystem<Database extends StartedDatabase>(
  instanceCount: number,
  startDatabase: () => Promise<Database>,
  work: (system: System<Database>) => Promise<void>,
  variables: Record<string, string> = {},
): Promise<void> {
  const mailServer = await startMailServer();
  const webhookReceiver = await startWebhookReceiver();
  const dataFolder = makeDataFolder();
  const database = await startDatabase();
  const all: Instance[] = [];
  const cleanUp = async () => {
    database.resume();
    await Promise.all(all.map((instance) => instance.remove()));
    await mailServer.refuse();
    await webhookReceiver.close();
    await database.remove();
    await rm(dataFolder, { recursive: true, force: true });
  };
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= cleanUp());
  const onSignal = () => void stop().finally(() => process.exit(130));
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  process.once("exit", () => {
    for (const instance of all) instance.abandon();
    database.kill();
  });
  try {
    const ports: number[] = [];
    for (let index = 0; index < instanceCount; index++) ports.push(await findFreePort());
    const baseUrl = `http://localhost:${ports[0]}`;
    const installation = await install(join(import.meta.dirname, ".."), database.url, baseUrl, []);
    const env = {
      KEYSTEAD_MODE: "production",
      DATABASE_URL: database.url,
      KEYSTEAD_SECRET: installation.secret,
      BASE_URL: baseUrl,
      TRUSTED_PROXY_HOPS: "1",
      SMTP_URL: mailServer.url,
      METRICS_TOKEN: metricsToken,
      ...webhookReceiver.env,
      ...variables,
    };
    const create = (port: number, changes: Record<string, string> = {}) => {
      const instance = createInstance(port, dataFolder, { ...env, ...changes });
      all.push(instance);
      return instance;
    };
    const instances = ports.map((port) => create(port));
    await Promise.all(instances.map((instance) => instance.start()));
    const addInstance = async (changes: Record<string, string>) =>
      create(await findFreePort(), changes);
    const servers = { database, mailServer, webhookReceiver, instances };
    await work({ installation, ...servers, env, addInstance });
  } finally {
    await stop();
  }
}
