import { describe, expect, test } from "vitest";
import { verifyChain } from "@/lib/domain/passkey/attestation/verify-chain";
import { verifyStatement } from "@/lib/domain/passkey/attestation/verify-statement";
import { sha256 } from "@/testing/authenticator/bytes";
import { bytesOf } from "./conformance-case";
import { attestationRoot, vectors } from "./vectors";

const now = new Date(Date.UTC(2026, 10, 23));

describe("attestation statements of the Recommendation's vectors", () => {
  test.each(vectors)("$name", ({ name, registrationResponseJSON }) => {
    const { attestationObject, clientDataJSON } = registrationResponseJSON.response;
    const { type, chain, reason } = verifyStatement({
      attestationObject: bytesOf(attestationObject, "base64url"),
      clientDataHash: sha256(bytesOf(clientDataJSON, "base64url")),
    });
    const expected = name.startsWith("none") ? "none" : name.includes("self") ? "self" : "basic";
    expect({ type, reason }).toEqual({ type: expected, reason: undefined });
    const anchor = verifyChain({ chain, roots: [attestationRoot], now });
    expect(anchor).toEqual(expected === "basic" ? Buffer.from(attestationRoot) : null);
  });
});
