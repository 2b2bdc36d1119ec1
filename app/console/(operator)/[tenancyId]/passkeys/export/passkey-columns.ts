import { providerOf } from "@/app/console/(operator)/[tenancyId]/passkeys/provider-of";
import type { CsvColumn } from "@/lib/console/csv";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";

const moment = (ms: number | undefined) => (ms === undefined ? null : new Date(ms));

/** The columns of the CSV, in order. */
export const passkeyColumns: readonly CsvColumn<PasskeyRecord>[] = [
  ["id", ({ passkey }) => passkey.id],
  ["userId", ({ passkey }) => passkey.userId],
  ["sub", ({ sub }) => sub],
  ["username", ({ passkey }) => passkey.credential.username],
  ["displayName", ({ displayName }) => displayName],
  ["provider", providerOf],
  ["aaguid", ({ passkey }) => passkey.credential.aaguid],
  ["rpId", ({ passkey }) => passkey.credential.rpId],
  ["credentialId", ({ passkey }) => passkey.credential.id],
  ["enabled", ({ passkey }) => passkey.enabled],
  ["disabledAt", ({ disabledAt }) => moment(disabledAt)],
  ["disabledReason", ({ disabledReason }) => disabledReason],
  ["synced", ({ passkey }) => passkey.credential.backedUp],
  ["syncable", ({ backupEligible }) => backupEligible],
  ["userVerified", ({ userVerified }) => userVerified],
  ["counter", ({ passkey }) => passkey.credential.counter],
  ["counterWentBackAt", ({ signCountRegressedAt }) => moment(signCountRegressedAt)],
  ["transports", ({ passkey }) => passkey.credential.transports.join(" ")],
  ["algorithm", ({ algorithm }) => algorithm],
  ["lastUsedAt", ({ passkey }) => moment(passkey.lastUsed)],
  ["createdAt", ({ passkey }) => moment(passkey.createdAt)],
  ["updatedAt", ({ passkey }) => moment(passkey.updatedAt)],
];

/**
 * Yields records for JSON: the passkey as REST returns it, with the fields that only operators see.
 */
export async function* flatten(pages: AsyncIterable<PasskeyRecord[]>) {
  for await (const records of pages)
    yield records.map(({ passkey, ...more }) => ({ ...passkey, ...more }));
}
