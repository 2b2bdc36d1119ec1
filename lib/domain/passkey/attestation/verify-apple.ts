import { AsnConvert, AsnProp, AsnPropTypes, AsnType, AsnTypeTypes } from "@peculiar/asn1-schema";
import {
  digestOf,
  equalBytes,
  leafOf,
  requireThat,
  signedBytes,
  type Statement,
} from "./statement";

/** The extension with the nonce of the ceremony: SEQUENCE { [1] EXPLICIT OCTET STRING }. */
const nonceExtension = "1.2.840.113635.100.8.2";

class AppleNonce {
  nonce = new ArrayBuffer();
}
AsnProp({ type: AsnPropTypes.OctetString, context: 1 })(AppleNonce.prototype, "nonce");
AsnType({ type: AsnTypeTypes.Sequence })(AppleNonce);

/**
 * Verifies an `apple` statement (WebAuthn L3 §8.8). It has no signature: the certificate that Apple
 * issues for the credential's key names the ceremony.
 * @throws StatementError
 */
export function verifyApple(statement: Statement): "basic" {
  const leaf = leafOf(statement);
  const extension = leaf.extensions.get(nonceExtension);
  requireThat(extension !== undefined, "certificate");
  const { nonce } = AsnConvert.parse(extension, AppleNonce);
  const expected = digestOf("sha256", signedBytes(statement));
  requireThat(equalBytes(new Uint8Array(nonce), expected), "ceremony");
  requireThat(leaf.x509.publicKey.equals(statement.credentialKey), "public-key");
  return "basic";
}
