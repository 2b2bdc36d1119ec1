import { pino } from "pino";
import type { Service } from "@/lib/domain/context";
import { systemClock } from "@/lib/platform/clock";
import { createCoalesce } from "@/lib/platform/coalesce";
import { connectDatabase } from "@/lib/platform/database";
import { createId } from "@/lib/platform/id";
import { prepareStart } from "@/lib/platform/prepare-start";
import { createSecrets } from "@/lib/platform/secret";
import { terminal } from "./terminal";
import { withDatabase } from "./with-database";

/**
 * Runs a command with the server's configuration on its migrated database. Logs go to standard
 * error, because standard output is for the result.
 * @throws StartupError · NotFound without an installation
 */
export function withService<T>(work: (service: Service) => Promise<T>): Promise<T> {
  return withDatabase(async (database) => {
    const { databaseUrl, secret, previousSecret, issuer, baseUrl } = (await prepareStart(database))
      .config;
    const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, terminal().stderr);
    const { db, shareOf, takeTurn, close } = connectDatabase(databaseUrl, (error) =>
      log.warn(
        { event: "database.connection_lost", error: error.message },
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
      secrets: createSecrets(secret, previousSecret),
      createId: () => createId(systemClock.now()),
      issuer,
      baseUrl,
      // A running server finds queued emails by itself.
      webhooks: { wake: () => undefined },
      deliveries: { wake: () => undefined },
      activity: { note: () => undefined },
      timeline: { note: () => undefined },
      followers: { wait: () => Promise.resolve(false) },
    };
    try {
      return await work(service);
    } finally {
      await close();
    }
  });
}
