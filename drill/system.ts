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
  const instances: Instance[] = [];
  const cleanUp = async () => {
    database.resume();
    await Promise.all(instances.map((instance) => instance.remove()));
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
    for (const instance of instances) instance.abandon();
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
    instances.push(...ports.map((port) => createInstance(port, dataFolder, env)));
    await Promise.all(instances.map((instance) => instance.start()));
    await work({ installation, database, mailServer, webhookReceiver, instances });
  } finally {
    await stop();
  }
}
