import { cose as registry, decodeCredentialPublicKey } from "@simplewebauthn/server/helpers";
import { credentialAlgorithms } from "@/lib/domain/base/credential-algorithms";

const { COSEKEYS } = registry;

const keyTypes: Record<number, string> = { 1: "OKP", 2: "EC2", 3: "RSA" };
const curves: Record<number, string> = Object.fromEntries(
  credentialAlgorithms.flatMap(({ curve }) =>
    curve === undefined ? [] : [[curve.id, curve.name]],
  ),
);
const algorithms: Record<number, string> = Object.fromEntries(
  credentialAlgorithms.map(({ id, name, description }) => [id, `${name} (${description})`]),
);

/** Returns the name of a COSE algorithm identifier. */
export const nameOfAlgorithm = (algorithm: number): string =>
  algorithms[algorithm] ?? `COSE algorithm ${algorithm}`;

const describe = (value: unknown, names: Record<number, string>) =>
  typeof value === "number" ? `${names[value] ?? "unknown"} (${value})` : "missing";
const bytes = (value: unknown): [string, string][] =>
  value instanceof Uint8Array
    ? [[`${value.length} bytes`, Buffer.from(value).toString("hex")]]
    : [];

/** Lists the parameters of a COSE key (RFC 9053, base64url) by name. Empty if it is unreadable. */
export function describePublicKey(publicKey: string): [name: string, value: string][] {
  try {
    const key = decodeCredentialPublicKey(
      new Uint8Array(Buffer.from(publicKey, "base64url")),
    ) as unknown as Map<number, unknown>;
    const isRsa = key.get(COSEKEYS.kty) === 3;
    const parameter = (name: string, label: number): [string, string][] =>
      bytes(key.get(label)).map(([size, hex]) => [`${name}, ${size}`, hex]);
    return [
      ["Key type", describe(key.get(COSEKEYS.kty), keyTypes)],
      ["Algorithm", describe(key.get(COSEKEYS.alg), algorithms)],
      ...(isRsa
        ? []
        : [["Curve", describe(key.get(COSEKEYS.crv), curves)] satisfies [string, string]]),
      ...(isRsa
        ? [...parameter("n", COSEKEYS.n), ...parameter("e", COSEKEYS.e)]
        : [...parameter("x", COSEKEYS.x), ...parameter("y", COSEKEYS.y)]),
    ];
  } catch {
    return [];
  }
}
