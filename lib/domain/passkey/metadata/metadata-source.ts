/** Certification levels of FIDO, lowest first. */
export const certificationLevels = ["L1", "L1plus", "L2", "L2plus", "L3", "L3plus"] as const;
export type CertificationLevel = (typeof certificationLevels)[number];

export interface StatusReport {
  /** An `AuthenticatorStatus` of the FIDO Metadata Service. New ones may appear. */
  status: string;
  /** Null if the report is in effect as long as it is present. */
  effectiveDate: Date | null;
}

/** What FIDO Metadata says about one authenticator model. */
export interface MetadataEntry {
  /** DER certificates that anchor its attestation: roots, intermediates or attestation certificates. */
  roots: readonly Uint8Array[];
  statuses: readonly StatusReport[];
  /** Of the latest certification report. Null without one, or after certification was lost. */
  certification: CertificationLevel | null;
  description: string;
}

/** One version of FIDO Metadata. */
export interface MetadataSource {
  /** `no` of the BLOB. */
  number: number;
  /** From then on a newer BLOB should be imported. */
  nextUpdate: Date;
  /** @param aaguid lower-case UUID */
  find(aaguid: string): MetadataEntry | undefined;
}

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
