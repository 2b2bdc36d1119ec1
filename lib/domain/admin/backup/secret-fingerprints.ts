import type { Service } from "@/lib/domain/base/context";

const characters = 16;

/**
 * Returns fingerprints of the service secret and, during its rotation, of the previous one. They say
 * which secret opens the encrypted values of a backup, and reveal nothing about a random secret.
 */
export const secretFingerprints = ({ secrets }: Pick<Service, "secrets">): string[] =>
  secrets.macs("backup", "fingerprint").map((mac) => mac.toString("hex").slice(0, characters));
