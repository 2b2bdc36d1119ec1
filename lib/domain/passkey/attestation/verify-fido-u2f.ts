import {
  bytesOf,
  leafOf,
  requireSignature,
  requireThat,
  type Statement,
  StatementError,
} from "./statement";

/** Returns an uncompressed P-256 point: 0x04, x, y. @throws StatementError `public-key` */
function toU2fKey({ credentialKey, credentialAlgorithm }: Statement): Buffer {
  requireThat(credentialAlgorithm === -7, "public-key");
  const { x, y } = credentialKey.export({ format: "jwk" });
  if (x === undefined || y === undefined) throw new StatementError("public-key");
  return Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
}

/** Verifies a `fido-u2f` statement (WebAuthn L3 §8.6). @throws StatementError */
export function verifyFidoU2f(statement: Statement): "basic" {
  const { certificates, rpIdHash, clientDataHash, credentialId } = statement;
  requireThat(certificates.length === 1, "malformed");
  const { publicKey } = leafOf(statement).x509;
  requireThat(publicKey.asymmetricKeyDetails?.namedCurve === "prime256v1", "certificate");
  const data = Buffer.concat([
    Buffer.of(0),
    rpIdHash,
    clientDataHash,
    credentialId,
    toU2fKey(statement),
  ]);
  const scheme = { keyType: "EC2", digest: "sha256" } as const;
  requireSignature(publicKey, scheme, { data, signature: bytesOf(statement, "sig") });
  return "basic";
}
