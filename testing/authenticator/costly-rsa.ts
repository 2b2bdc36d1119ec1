import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import type { Bytes } from "./bytes";
import { spkiOf } from "./issue-certificate";

const toBase64Url = (number: bigint): string => {
  const hex = number.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex").toString("base64url");
};
const toNumber = (base64url = ""): bigint =>
  BigInt(`0x${Buffer.from(base64url, "base64url").toString("hex")}`);

/** Returns x with `x · number ≡ 1`, by Euclid's extended algorithm; null if there is none. */
function inverseOf(number: bigint, modulus: bigint): bigint | null {
  let [rest, next, x, nextX] = [modulus, number % modulus, 0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [x, nextX] = [nextX, x - quotient * nextX];
  }
  return rest === 1n ? ((x % modulus) + modulus) % modulus : null;
}

/** An RSA key pair whose exponent is the first usable one from a minimum, which Node can't generate. */
export function rsaWithExponent(min: bigint): { publicKey: KeyObject; privateKey: KeyObject } {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = privateKey.export({ format: "jwk" });
  const p = toNumber(jwk.p);
  const q = toNumber(jwk.q);
  let e = min | 1n;
  let d = inverseOf(e, (p - 1n) * (q - 1n));
  while (d === null) d = inverseOf((e += 2n), (p - 1n) * (q - 1n));
  const key = createPrivateKey({
    format: "jwk",
    key: {
      ...jwk,
      e: toBase64Url(e),
      d: toBase64Url(d),
      dp: toBase64Url(d % (p - 1n)),
      dq: toBase64Url(d % (q - 1n)),
    },
  });
  return { publicKey: createPublicKey(key), privateKey: key };
}

/** DER of an RSA public key of any size. No one knows its private part, so it verifies nothing. */
export const rsaSpki = ({ bits, exponent }: { bits: number; exponent: bigint }): Bytes =>
  spkiOf(
    createPublicKey({
      format: "jwk",
      key: {
        kty: "RSA",
        n: Buffer.alloc(bits / 8, 0xff).toString("base64url"),
        e: toBase64Url(exponent),
      },
    }),
  );
