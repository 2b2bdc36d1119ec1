import type { Service } from "@/lib/domain/context";

export interface OfferedCredential {
  id: string;
  transports: string[];
}

// Lengths that the widely used passkey providers make.
const idLengths = [16, 20, 32];

/**
 * A credential id that nobody holds, the same one each time it is asked for the same subject, so that asking twice does
 * not tell an unknown account from a known one.
 */
export function createDecoyCredential({ secrets }: Pick<Service, "secrets">, tenancyId: string, rpId: string, subject: string): OfferedCredential {
  const bytes = secrets.mac("decoy-credential", JSON.stringify([tenancyId, rpId, subject]));
  const shape = secrets.mac("decoy-credential", JSON.stringify([tenancyId, rpId, subject, "shape"]))[0] ?? 0;
  return {
    id: bytes.subarray(0, idLengths[shape % idLengths.length]).toString("base64url"),
    transports: shape % 4 === 0 ? ["internal"] : ["hybrid", "internal"],
  };
}

/** A P-256 COSE key whose private part was thrown away: what a decoy's signature is verified against. */
export const decoyPublicKey = new Uint8Array(Buffer.from("pQECAyYgASFYIEI2yJJAt4Fb85tK3hOr3CD4DCvztsOd5kx9pu7gV1D_Ilgg3qexQYo9IgJfJTbOwsTDqIr0prLoIA18FXzHuqA3950", "base64url"));
