import type { RunningConfig } from "@/lib/config";
import { findUnknownVariables } from "@/lib/config.unknown";
import { getSigningKey } from "@/lib/domain/access/signing-key/get-signing-key";
import { refuseWeakSecret } from "@/lib/domain/access/signing-key/refuse-weak-secret";
import { moveConsole } from "@/lib/domain/admin/operator/move-console";
import { getService } from "@/lib/service/service";
import { seed } from "@/prisma/seed";

/** A misspelled variable has no effect, and nothing else would say so. */
function warnOfUnknownVariables(): void {
  for (const { name, similar } of findUnknownVariables())
    getService().log.warn(
      { event: "config.unknown_variable", name, similar },
      similar === undefined ? "unknown variable" : `unknown variable; did you mean ${similar}?`,
    );
}

/**
 * Creates the records that every installation needs, and checks the secret.
 * @throws StartupError with a message that says what to do
 */
export async function prepareService(config: RunningConfig): Promise<void> {
  warnOfUnknownVariables();
  await seed(getService(), config);
  await refuseWeakSecret(getService(), config);
  await getSigningKey(getService());
  // After the checks: a process that they refuse must not move the console of others.
  await moveConsole(getService());
}
