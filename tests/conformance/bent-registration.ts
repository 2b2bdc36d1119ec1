import { createHash } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import fc from "fast-check";
import {
  certificatesOf,
  readAttestationObject,
} from "@/lib/domain/passkey/attestation/attestation-object";
import { verifyChain } from "@/lib/domain/passkey/attestation/verify-chain";
import { verifyStatement } from "@/lib/domain/passkey/attestation/verify-statement";
import type { RegistrationSession } from "@/lib/domain/sign-in/ceremony/ceremony-intent";
import { checkAttestation } from "@/lib/domain/sign-in/ceremony/check-attestation";
import type { CborValue } from "@/testing/authenticator/bytes";
import type { TestTenancy } from "@/testing/test-tenancy";
import { bendBytes, type ByteChange, byteChange } from "./bent-bytes";
import {
  bytesOf,
  type ConformanceCase,
  nameOf,
  outcomeOf,
  type Verifier,
} from "./conformance-case";
import { simpleWebAuthn } from "./simplewebauthn";
import { vectorCases } from "./vector-cases";

/** What a bend changes: bytes of one part. */
interface Bend extends ByteChange {
  part: "client data" | "authenticator data" | "member" | "certificate";
  /** Chooses the member or certificate. */
  choice: number;
}

/** One to three bends of a registration. */
const bends: fc.Arbitrary<Bend[]> = fc.array(
  fc.record({
    part: fc.constantFrom("client data", "authenticator data", "member", "certificate"),
    choice: fc.nat(),
    ...byteChange,
  }),
  { minLength: 1, maxLength: 3 },
);

/** Returns the registration with its parts bent and encoded again. */
function bendRegistration(base: ConformanceCase, changes: readonly Bend[]): ConformanceCase {
  const { response } = base.registration.response;
  const object = readAttestationObject(bytesOf(response.attestationObject, "base64url"));
  if (object === null) throw new Error("The case has no attestation object.");
  let clientData = bytesOf(response.clientDataJSON, "base64url");
  let authData = object.authenticatorData;
  const members = new Map(object.statement as Map<string, CborValue>);
  const certificates = certificatesOf(object);
  for (const bend of changes) {
    const names = [...members.keys()].filter((name) => members.get(name) instanceof Uint8Array);
    const name = names[bend.choice % names.length];
    const index = bend.choice % certificates.length;
    if (bend.part === "client data") clientData = bendBytes(clientData, bend);
    else if (bend.part === "member" && name !== undefined)
      members.set(name, bendBytes(members.get(name) as Uint8Array, bend));
    else if (bend.part === "certificate" && certificates.length > 0) {
      certificates[index] = bendBytes(certificates[index] ?? new Uint8Array(), bend);
      members.set("x5c", certificates);
    } else authData = bendBytes(authData, bend);
  }
  const encoded = isoCBOR.encode(
    new Map<string, CborValue>([
      ["fmt", object.format],
      ["attStmt", members],
      ["authData", authData],
    ]),
  );
  return {
    ...base,
    registration: {
      ...base.registration,
      response: {
        ...base.registration.response,
        response: {
          ...response,
          clientDataJSON: Buffer.from(clientData).toString("base64url"),
          attestationObject: Buffer.from(encoded).toString("base64url"),
        },
      },
    },
  };
}

/** Keystead's checks of a registration without its database, fast enough for thousands. */
const keysteadChecks = ({ ctx }: TestTenancy): Verifier => ({
  name: "Keystead",
  verify: ({ registration, relyingParty, trust }) =>
    outcomeOf(async () => {
      const { rpId, origin, userVerification, algorithms } = relyingParty;
      const { topOrigins, allowCrossOriginWithoutTopOrigin } = relyingParty;
      const session: RegistrationSession = {
        username: "ada",
        displayName: "Ada",
        selfService: true,
        rpId,
        userVerification,
        algorithms,
        userHandle: "AAAA",
        ceremonyNonce: registration.challenge,
      };
      const rules = { allowedOrigins: [origin], topOrigins, allowCrossOriginWithoutTopOrigin };
      const { attestationObject, attestationType } = await checkAttestation(
        { ...ctx.tenancy, ...rules },
        session,
        registration.response,
      );
      if (attestationType === "invalid") throw new Error("invalid statement");
      if (trust === undefined) return;
      const clientData = bytesOf(registration.response.response.clientDataJSON, "base64url");
      const clientDataHash = createHash("sha256").update(clientData).digest();
      const { chain } = verifyStatement({ attestationObject, clientDataHash });
      const now = new Date(ctx.clock.now());
      if (verifyChain({ chain, roots: trust.roots, now }) === null) throw new Error("no root");
    }),
});

const registrations = vectorCases.filter(({ authentication }) => authentication === undefined);

const isSigned = ({ trust }: ConformanceCase) => trust !== undefined;
const clientDataOf = ({ registration }: ConformanceCase) =>
  registration.response.response.clientDataJSON;

/**
 * Bends the vectors' registrations and looks for one that Keystead passes and SimpleWebAuthn
 * refuses, or whose signed client data changed. SimpleWebAuthn refuses some vectors unbent; there,
 * only the second counts. The third verifier reads no statements, so it says nothing here.
 * @returns what is wrong, or null
 */
export async function findWrongRegistration(
  tenancy: TestTenancy,
  numRuns: number,
): Promise<string | null> {
  const keystead = keysteadChecks(tenancy);
  const known = new Set<ConformanceCase>();
  for (const one of registrations) {
    const unbent = bendRegistration(one, []);
    const outcome = await keystead.verify(unbent);
    if (outcome !== "pass") return `${nameOf(one)} fails unbent: ${outcome}`;
    if ((await simpleWebAuthn.verify(unbent)) !== "pass") known.add(one);
  }
  const details = await fc.check(
    fc.asyncProperty(fc.constantFrom(...registrations), bends, async (one, changes) => {
      const bent = bendRegistration(one, changes);
      if ((await keystead.verify(bent)) !== "pass") return true;
      if (isSigned(one) && clientDataOf(bent) !== clientDataOf(one)) return false;
      return known.has(one) || (await simpleWebAuthn.verify(bent)) === "pass";
    }),
    { numRuns },
  );
  return details.failed ? (fc.defaultReportMessage(details) ?? "failed") : null;
}
