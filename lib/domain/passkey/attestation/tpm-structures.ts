import { requireThat, StatementError } from "./statement";

/** Reads big-endian fields of a TPM structure in order. @throws StatementError `malformed` */
class TpmReader {
  #position = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  take(length: number): Buffer {
    const end = this.#position + length;
    requireThat(end <= this.#bytes.length, "malformed");
    const taken = this.#bytes.subarray(this.#position, end);
    this.#position = end;
    return taken;
  }

  number(length: 1 | 2 | 4): number {
    return this.take(length).readUIntBE(0, length);
  }

  /** A TPM2B structure: two bytes with the size, then the content. */
  sized(): Buffer {
    return this.take(this.number(2));
  }

  finish(): void {
    requireThat(this.#position === this.#bytes.length, "malformed");
  }
}

/** TPM_ALG_ID (TPM 2.0 Part 2 §6.3). */
const algorithms = { rsa: 0x0001, null: 0x0010, ecc: 0x0023 } as const;
/** TPMI_ALG_HASH as Node's names. SHA-1 is left out. */
const hashes: Partial<Record<number, string>> = {
  0x000b: "sha256",
  0x000c: "sha384",
  0x000d: "sha512",
};
/** TPM_ECC_CURVE (§6.4) as JWK's names. */
const curves: Partial<Record<number, string>> = { 3: "P-256", 4: "P-384", 5: "P-521" };
const defaultExponent = 65_537;

/** TPM_GENERATED_VALUE and TPM_ST_ATTEST_CERTIFY. */
const generatedByTpm = 0xff544347;
const certify = 0x8017;

/** The public key in a TPMT_PUBLIC. */
export type TpmPublicKey =
  { kty: "RSA"; n: Buffer; e: number } | { kty: "EC"; crv: string; x: Buffer; y: Buffer };

interface PublicArea {
  nameHash: string;
  key: TpmPublicKey;
}

function readHash(reader: TpmReader): string {
  const hash = hashes[reader.number(2)];
  if (hash === undefined) throw new StatementError("algorithm");
  return hash;
}

/** Skips TPMT_SYM_DEF_OBJECT and a scheme: an algorithm, followed by details unless it is null. */
function skipSymmetric(reader: TpmReader): void {
  if (reader.number(2) !== algorithms.null) reader.take(4);
}
function skipScheme(reader: TpmReader): void {
  if (reader.number(2) !== algorithms.null) reader.take(2);
}

function readRsa(reader: TpmReader): TpmPublicKey {
  skipSymmetric(reader);
  skipScheme(reader);
  reader.number(2); // keyBits; the modulus itself is compared
  const exponent = reader.number(4);
  return { kty: "RSA", n: reader.sized(), e: exponent === 0 ? defaultExponent : exponent };
}

function readEcc(reader: TpmReader): TpmPublicKey {
  skipSymmetric(reader);
  skipScheme(reader);
  const crv = curves[reader.number(2)];
  if (crv === undefined) throw new StatementError("algorithm");
  skipScheme(reader); // key derivation
  return { kty: "EC", crv, x: reader.sized(), y: reader.sized() };
}

/** Reads a TPMT_PUBLIC (TPM 2.0 Part 2 §12.2.4). @throws StatementError `malformed` · `algorithm` */
export function readPublicArea(bytes: Uint8Array): PublicArea {
  const reader = new TpmReader(bytes);
  const type = reader.number(2);
  const nameHash = readHash(reader);
  reader.number(4); // objectAttributes
  reader.sized(); // authPolicy
  requireThat(type === algorithms.rsa || type === algorithms.ecc, "algorithm");
  const key = type === algorithms.rsa ? readRsa(reader) : readEcc(reader);
  reader.finish();
  return { nameHash, key };
}

/**
 * Reads a TPMS_ATTEST that certifies a key (TPM 2.0 Part 2 §10.12.8).
 * @throws StatementError `malformed` when the TPM didn't generate it, or it certifies something else
 */
export function readCertifyInfo(bytes: Uint8Array): { extraData: Buffer; name: Buffer } {
  const reader = new TpmReader(bytes);
  requireThat(reader.number(4) === generatedByTpm, "malformed");
  requireThat(reader.number(2) === certify, "malformed");
  reader.sized(); // qualifiedSigner
  const extraData = reader.sized();
  reader.take(17 + 8); // clockInfo, firmwareVersion
  const name = reader.sized();
  reader.sized(); // qualifiedName
  reader.finish();
  return { extraData, name };
}
