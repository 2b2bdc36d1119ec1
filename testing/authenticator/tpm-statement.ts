import { createHash, createPublicKey } from "node:crypto";
import { AsnConvert } from "@peculiar/asn1-schema";
import { ExtendedKeyUsage, GeneralName, SubjectAlternativeName } from "@peculiar/asn1-x509";
import { id_ce_extKeyUsage, id_ce_subjectAltName, Name } from "@peculiar/asn1-x509";
import { Name as NameText } from "@peculiar/x509";
import type { Bytes } from "./bytes";
import { extension } from "./issue-certificate";
import type { CredentialKey } from "./keys";

const numbers = (length: 2 | 4, ...values: number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(length);
      bytes.writeUIntBE(value, 0, length);
      return bytes;
    }),
  );
const sized = (bytes: Uint8Array): Buffer => Buffer.concat([numbers(2, bytes.length), bytes]);

const none = 0x0010;
const sha256 = 0x000b;
const curves: Partial<Record<string, number>> = { "P-256": 3, "P-384": 4, "P-521": 5 };

/** Encodes the credential's key as TPMT_PUBLIC (TPM 2.0 Part 2 §12.2.4). */
export function encodePublicArea(key: CredentialKey): Bytes {
  const jwk = createPublicKey({
    key: Buffer.from(key.spki),
    format: "der",
    type: "spki",
  }).export({ format: "jwk" });
  const member = (value: string | undefined) => sized(Buffer.from(value ?? "", "base64url"));
  const head = (type: number) => [
    numbers(2, type, sha256),
    numbers(4, 0x60472),
    sized(Buffer.of()),
  ];
  return new Uint8Array(
    Buffer.concat(
      jwk.kty === "RSA"
        ? [...head(0x0001), numbers(2, none, none, 2048), numbers(4, 0), member(jwk.n)]
        : [
            ...head(0x0023),
            numbers(2, none, none, curves[jwk.crv ?? ""] ?? 0, none),
            member(jwk.x),
            member(jwk.y),
          ],
    ),
  );
}

/** Encodes a TPMS_ATTEST that certifies the key (TPM 2.0 Part 2 §10.12.8). */
export function encodeCertifyInfo(publicArea: Bytes, extraData: Bytes): Bytes {
  const name = createHash("sha256").update(publicArea).digest();
  return new Uint8Array(
    Buffer.concat([
      numbers(4, 0xff544347),
      numbers(2, 0x8017),
      sized(Buffer.alloc(34, 1)),
      sized(extraData),
      Buffer.alloc(17 + 8, 2),
      sized(Buffer.concat([numbers(2, sha256), name])),
      sized(Buffer.alloc(34, 3)),
    ]),
  );
}

/** Extensions of an attestation identity key's certificate (WebAuthn L3 §8.3.1). */
export const identityExtensions = {
  usage: (oid = "2.23.133.8.3") => extension(id_ce_extKeyUsage, new ExtendedKeyUsage([oid])),
  name: (text = "2.23.133.2.1=id:494E5443, 2.23.133.2.2=Made-up TPM, 2.23.133.2.3=id:00020000") =>
    extension(
      id_ce_subjectAltName,
      new SubjectAlternativeName([
        new GeneralName({
          directoryName: AsnConvert.parse(new NameText(text).toArrayBuffer(), Name),
        }),
      ]),
      true,
    ),
};
