import { pino } from "pino";
import type { Config } from "@/lib/config";
import type { Service } from "@/lib/domain/base/context";
import { systemClock } from "@/lib/platform/clock";
import { createCoalesce } from "@/lib/platform/coalesce";
import { connectDatabase } from "@/lib/platform/database";
import { causeOf } from "@/lib/platform/database-failure";
import { createId } from "@/lib/platform/id";
import { prepareStart } from "@/lib/platform/prepare-start";
import { createSecrets, type Secrets } from "@/lib/platform/secret";
import { terminal } from "./terminal";
import { withDatabase } from "./with-database";

export interface ConnectedService {
  service: Service;
  close(): Promise<void>;
}

/**
 * Creates the service of a command. Logs go to standard error, because standard output is for the
 * result.
 */
export function connectService(
  { databaseUrl, issuer, baseUrl }: Pick<Config, "issuer" | "baseUrl"> & { databaseUrl: string },
  secrets: Secrets,
): ConnectedService {
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, terminal().stderr);
  const { db, shareOf, takeTurn, close } = connectDatabase(databaseUrl, (error) =>
    log.warn(
      { event: "database.connection_lost", error: causeOf(error) },
      "database connection lost",
    ),
  );
  const service: Service = {
    db,
    coalesce: createCoalesce(),
    shareOf,
    takeTurn,
    clock: systemClock,
    log,
    secrets,
    createId: () => createId(systemClock.now()),
    issuer,
    baseUrl,
    // A running server finds queued emails by itself.
    webhooks: { wake: () => undefined },
    deliveries: { wake: () => undefined },
    activity: { note: () => undefined },
    timeline: { note: () => undefined, flush: () => Promise.resolve() },
    followers: { wait: () => Promise.resolve(false) },
  };
  return { service, close };
}

/**
 * Runs a command with the server's configuration on its migrated database.
 * @throws StartupError · NotFound without an installation
 */
export function withService<T>(work: (service: Service) => Promise<T>): Promise<T> {
  return withDatabase(async (database) => {
    const { config } = await prepareStart(database);
    const secrets = createSecrets(config.secret, config.previousSecret);
    const { service, close } = connectService(config, secrets);
    try {
      return await work(service);
    } finally {
      await close();
    }
  });
}
