/** A COSE algorithm that credentials can use. Numbers are COSE's (RFC 9053 §7, RFC 8230 §4). */
export interface CredentialAlgorithm {
  id: number;
  name: string;
  description: string;
  keyType: "OKP" | "EC2" | "RSA";
  /** Of an elliptic curve: the curve in COSE and in JWK, and the bytes of a coordinate. */
  curve?: { id: number; name: string; coordinateBytes: number };
  /** The digest that is signed; null when the scheme hashes the message itself. */
  digest: "sha256" | "sha384" | "sha512" | null;
}

/**
 * The supported algorithms in order of preference: those that every tenancy offers by default, then
 * the others. Sources: RFC 9053 (ES256, ES384, ES512, EdDSA), RFC 8812 (RS256), RFC 9864 (Ed448).
 * WebAuthn L3 §5.8.5 allows one curve per algorithm.
 */
export const credentialAlgorithms: readonly CredentialAlgorithm[] = [
  {
    id: -8,
    name: "EdDSA",
    description: "Ed25519",
    keyType: "OKP",
    curve: { id: 6, name: "Ed25519", coordinateBytes: 32 },
    digest: null,
  },
  {
    id: -7,
    name: "ES256",
    description: "ECDSA, P-256, SHA-256",
    keyType: "EC2",
    curve: { id: 1, name: "P-256", coordinateBytes: 32 },
    digest: "sha256",
  },
  {
    id: -257,
    name: "RS256",
    description: "RSA, SHA-256",
    keyType: "RSA",
    digest: "sha256",
  },
  {
    id: -35,
    name: "ES384",
    description: "ECDSA, P-384, SHA-384",
    keyType: "EC2",
    curve: { id: 2, name: "P-384", coordinateBytes: 48 },
    digest: "sha384",
  },
  {
    id: -36,
    name: "ES512",
    description: "ECDSA, P-521, SHA-512",
    keyType: "EC2",
    curve: { id: 3, name: "P-521", coordinateBytes: 66 },
    digest: "sha512",
  },
  {
    id: -53,
    name: "Ed448",
    description: "EdDSA, Ed448",
    keyType: "OKP",
    curve: { id: 7, name: "Ed448", coordinateBytes: 57 },
    digest: null,
  },
];

export const algorithmIds: readonly number[] = credentialAlgorithms.map(({ id }) => id);

/** What a tenancy offers unless it chooses otherwise: EdDSA, ES256, RS256. */
export const defaultAlgorithms: readonly number[] = algorithmIds.slice(0, 3);

export const findAlgorithm = (id: unknown): CredentialAlgorithm | undefined =>
  credentialAlgorithms.find((algorithm) => algorithm.id === id);
