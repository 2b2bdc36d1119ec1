import type { Service } from "@/lib/domain/base/context";
import { prepareStart } from "@/lib/platform/prepare-start";
import { createSecrets } from "@/lib/platform/secret";
import { connectService } from "./connect-service";
import { withDatabase } from "./with-database";

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
