import type { Service } from "@/lib/domain/base/context";
import { knownTransports } from "@/lib/domain/passkey/passkey-row";

export interface OfferedCredential {
  id: string;
  transports: string[];
}

interface Shape {
  weight: number;
  idBytes: number;
  transports: string[];
  /** The id is a version 4 UUID (RFC 9562), as some password managers choose. */
  isUuid?: true;
}

/** Distribution of passkeys per user. Weights add up to 100. */
const counts = [
  { weight: 68, count: 1 },
  { weight: 21, count: 2 },
  { weight: 7, count: 3 },
  { weight: 2.5, count: 4 },
  { weight: 1, count: 5 },
  { weight: 0.5, count: 6 },
];

/** Id lengths and transports of widely used passkey providers and security keys. */
const shapes: Shape[] = [
  { weight: 34, idBytes: 20, transports: ["hybrid", "internal"] },
  { weight: 22, idBytes: 16, transports: ["hybrid", "internal"] },
  { weight: 11, idBytes: 32, transports: ["internal"] },
  { weight: 6, idBytes: 16, transports: ["internal"], isUuid: true },
  { weight: 5, idBytes: 16, transports: ["hybrid", "internal"], isUuid: true },
  { weight: 4, idBytes: 32, transports: ["hybrid", "internal"] },
  { weight: 3, idBytes: 16, transports: ["internal"] },
  { weight: 3, idBytes: 20, transports: ["internal"] },
  { weight: 3, idBytes: 48, transports: ["nfc", "usb"] },
  { weight: 2, idBytes: 48, transports: ["usb"] },
  { weight: 1.5, idBytes: 64, transports: ["usb"] },
  { weight: 1.5, idBytes: 64, transports: ["nfc", "usb"] },
  { weight: 1, idBytes: 96, transports: ["nfc", "usb"] },
  { weight: 1, idBytes: 65, transports: ["internal"] },
  { weight: 1, idBytes: 32, transports: [] },
  { weight: 1, idBytes: 16, transports: [] },
];

/** The account that the decoys stand for. The same subject always gets the same decoys. */
interface Subject {
  tenancyId: string;
  rpId: string;
  /** An email or a passkey id. */
  name: string;
}

type Keyed = Pick<Service, "secrets">;

const macOf = (
  { secrets }: Keyed,
  { tenancyId, rpId, name }: Subject,
  ...use: (string | number)[]
) => secrets.mac("decoy-credential", JSON.stringify([tenancyId, rpId, name, ...use]));

/** Picks a weighted choice by `point`, 0 ≤ point < 1. */
function pick<T extends { weight: number }>(choices: readonly [T, ...T[]], point: number): T {
  let left = point * choices.reduce((sum, { weight }) => sum + weight, 0);
  for (const choice of choices) if ((left -= choice.weight) < 0) return choice;
  return choices[0];
}

const pointOf = (mac: Buffer) => mac.readUInt32BE(0) / 2 ** 32;

function bytesOf(keyed: Keyed, subject: Subject, index: number, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, block) =>
    macOf(keyed, subject, "id", index, block),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

function createDecoy(keyed: Keyed, subject: Subject, index: number): OfferedCredential {
  const shape = pick(shapes as [Shape, ...Shape[]], pointOf(macOf(keyed, subject, "shape", index)));
  const id = bytesOf(keyed, subject, index, shape.idBytes);
  if (shape.isUuid === true) {
    id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x40, 6);
    id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8);
  }
  return { id: id.toString("base64url"), transports: shape.transports };
}

/**
 * Creates the credentials to offer for an email without passkeys. A keyed hash picks their number,
 * id lengths and transports, so the list looks like a real user's and never changes.
 * @param maxCount the tenancy's limit of passkeys per user
 */
export function createDecoyCredentials(
  keyed: Keyed,
  subject: Subject,
  maxCount: number,
): OfferedCredential[] {
  const { count } = pick(counts as [(typeof counts)[0]], pointOf(macOf(keyed, subject, "count")));
  return Array.from({ length: Math.min(count, maxCount) }, (_, index) =>
    createDecoy(keyed, subject, index),
  );
}

/** Creates the credential to offer for an unknown passkey id. */
export const createDecoyCredential = (keyed: Keyed, subject: Subject): OfferedCredential =>
  createDecoy(keyed, subject, 0);

/**
 * Sorts credentials and their transports, so that neither the order of creation nor the order in
 * which a browser reports transports tells real credentials from decoys.
 */
export function withUniformOrder(offered: OfferedCredential[]): OfferedCredential[] {
  return offered
    .map(({ id, transports }) => ({
      id,
      transports: knownTransports([...new Set(transports)]).sort(),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** A P-256 COSE key to verify a decoy's signature with. Its private key was discarded. */
export const decoyPublicKey = new Uint8Array(
  Buffer.from(
    "pQECAyYgASFYIEI2yJJAt4Fb85tK3hOr3CD4DCvztsOd5kx9pu7gV1D_Ilgg3qexQYo9IgJfJTbOwsTDqIr0prLoIA18FXzHuqA3950",
    "base64url",
  ),
);
