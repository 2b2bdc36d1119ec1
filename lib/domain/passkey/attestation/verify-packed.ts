import { findAlgorithm } from "@/lib/domain/base/credential-algorithms";
import {
  requireAttestationSubject,
  requireEndEntity,
  requireSameAaguid,
} from "./attestation-certificate";
import type { Statement } from "./statement";
import { bytesOf, leafOf, requireSignature, requireThat, signedBytes } from "./statement";

/**
 * Verifies a `packed` statement (WebAuthn L3 §8.2): signed by an attestation certificate, or by the
 * credential's own key.
 * @throws StatementError
 */
export function verifyPacked(statement: Statement): "basic" | "self" {
  const { members, credentialAlgorithm, credentialKey } = statement;
  const algorithm = findAlgorithm(members.get("alg"));
  requireThat(algorithm !== undefined, "algorithm");
  const signed = { data: signedBytes(statement), signature: bytesOf(statement, "sig") };
  if (!members.has("x5c")) {
    requireThat(algorithm.id === credentialAlgorithm, "algorithm");
    requireSignature(credentialKey, algorithm, signed);
    return "self";
  }
  const leaf = leafOf(statement);
  requireSignature(leaf.x509.publicKey, algorithm, signed);
  requireEndEntity(leaf);
  requireAttestationSubject(leaf);
  requireSameAaguid(leaf, statement);
  return "basic";
}
