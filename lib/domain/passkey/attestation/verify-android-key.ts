import {
  type AuthorizationList,
  id_ce_keyDescription,
  KeyDescription,
  NonStandardKeyDescription,
} from "@peculiar/asn1-android";
import { AsnConvert } from "@peculiar/asn1-schema";
import { findAlgorithm } from "@/lib/domain/base/credential-algorithms";
import {
  bytesOf,
  equalBytes,
  leafOf,
  requireSignature,
  requireThat,
  signedBytes,
  type Statement,
} from "./statement";

/** KM_ORIGIN_GENERATED and KM_PURPOSE_SIGN of Android's key attestation. */
const generated = 0;
const sign = 2;

type Authorizations = Pick<AuthorizationList, "allApplications" | "origin" | "purpose">;

interface Description {
  challenge: Uint8Array;
  lists: Authorizations[];
}

/** Some devices write the members of an authorization list in another order than the schema's. */
function readDescription(extension: Uint8Array<ArrayBuffer>): Description {
  try {
    const { attestationChallenge, softwareEnforced, teeEnforced } = AsnConvert.parse(
      extension,
      KeyDescription,
    );
    return {
      challenge: new Uint8Array(attestationChallenge.buffer),
      lists: [softwareEnforced, teeEnforced],
    };
  } catch {
    const { attestationChallenge, softwareEnforced, teeEnforced } = AsnConvert.parse(
      extension,
      NonStandardKeyDescription,
    );
    return {
      challenge: new Uint8Array(attestationChallenge.buffer),
      lists: [...softwareEnforced, ...teeEnforced],
    };
  }
}

/**
 * Verifies an `android-key` statement (WebAuthn L3 §8.4). Origin and purpose may stand in the list
 * that the hardware enforces or in the other one. The Recommendation's own test vector has neither,
 * so only a wrong value is refused.
 * @throws StatementError
 */
export function verifyAndroidKey(statement: Statement): "basic" {
  const algorithm = findAlgorithm(statement.members.get("alg"));
  requireThat(algorithm !== undefined, "algorithm");
  const leaf = leafOf(statement);
  requireSignature(leaf.x509.publicKey, algorithm, {
    data: signedBytes(statement),
    signature: bytesOf(statement, "sig"),
  });
  requireThat(leaf.x509.publicKey.equals(statement.credentialKey), "public-key");
  const extension = leaf.extensions.get(id_ce_keyDescription);
  requireThat(extension !== undefined, "certificate");
  const { challenge, lists } = readDescription(extension);
  requireThat(equalBytes(challenge, statement.clientDataHash), "ceremony");
  for (const { allApplications, origin, purpose } of lists) {
    // Present as ASN.1 NULL, which reads as null.
    requireThat(allApplications === undefined, "certificate");
    requireThat(origin === undefined || origin === generated, "certificate");
    requireThat(purpose === undefined || purpose.includes(sign), "certificate");
  }
  return "basic";
}
