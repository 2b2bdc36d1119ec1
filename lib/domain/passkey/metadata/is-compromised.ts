import type { MetadataEntry } from "./metadata-source";

/** Statuses after which a passkey of the model is not to be trusted (FIDO Metadata Service §3.1.4). */
const compromises = new Set([
  "REVOKED",
  "USER_KEY_PHYSICAL_COMPROMISE",
  "USER_KEY_REMOTE_COMPROMISE",
  "ATTESTATION_KEY_COMPROMISE",
  "USER_VERIFICATION_BYPASS",
]);

/**
 * Returns whether the model is revoked or compromised at `now`. A later report, such as an update,
 * doesn't change that: a passkey doesn't show which firmware created it.
 */
export const isCompromised = ({ statuses }: MetadataEntry, now: Date): boolean =>
  statuses.some(
    ({ status, effectiveDate }) =>
      compromises.has(status) && (effectiveDate === null || effectiveDate <= now),
  );
