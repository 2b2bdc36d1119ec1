import { parseAuthenticatorData } from "@simplewebauthn/server/helpers";
import fc from "fast-check";
import { checkAssertion } from "@/lib/domain/sign-in/ceremony/check-assertion";
import type { Algorithm } from "@/testing/authenticator/keys";
import type { Lies } from "@/testing/authenticator/lies";
import type { TestTenancy } from "@/testing/test-tenancy";
import { bendBytes, type ByteChange, byteChange } from "./bent-bytes";
import {
  authenticatorDataOf,
  bytesOf,
  type ConformanceCase,
  nameOf,
  outcomeOf,
  publicKeyOf,
  type Verifier,
} from "./conformance-case";
import { passwordlessId } from "./passwordless-id";
import { randomChallenge, sampleRegistration, sampleRelyingParty } from "./sample-ceremony";
import { simpleWebAuthn } from "./simplewebauthn";

const parts = ["clientDataJSON", "authenticatorData", "signature"] as const;

/** What a bend changes: bytes of one part. */
interface Bend extends ByteChange {
  part: (typeof parts)[number];
}

interface Bending {
  changes: Bend[];
  /** Whether the device signs the bent data, so that only the reading of it can refuse. */
  isSignedAgain: boolean;
}

const bendings: fc.Arbitrary<Bending> = fc.record({
  changes: fc.array(fc.record({ part: fc.constantFrom(...parts), ...byteChange }), {
    minLength: 1,
    maxLength: 3,
  }),
  isSignedAgain: fc.boolean(),
});

type Assertion = Record<Bend["part"], Uint8Array<ArrayBuffer>>;

/** One device of each algorithm, and how it signs in. */
function createSigner(algorithm: Algorithm) {
  const { device, registration } = sampleRegistration({}, { algorithm });
  const challenge = randomChallenge();
  const { rpId } = sampleRelyingParty;
  const signIn = (lies: Lies = {}): ConformanceCase => ({
    group: "Bent sign-in",
    title: `algorithm ${algorithm}`,
    expected: "refuse" as const,
    relyingParty: sampleRelyingParty,
    registration,
    authentication: { challenge, response: device.authenticate({ challenge, rpId }, lies) },
  });
  return { signIn, honest: signIn() };
}
type Signer = ReturnType<typeof createSigner>;

function assertionOf({ authentication }: ConformanceCase): Assertion {
  if (authentication === undefined) throw new Error("The case has no sign-in.");
  const { response } = authentication.response;
  return {
    clientDataJSON: bytesOf(response.clientDataJSON, "base64url"),
    authenticatorData: bytesOf(response.authenticatorData, "base64url"),
    signature: bytesOf(response.signature, "base64url"),
  };
}

/** Returns the sign-in with its parts bent. Undefined if the bends undo each other. */
function bendSignIn(
  { signIn, honest }: Signer,
  { changes, isSignedAgain }: Bending,
): ConformanceCase | undefined {
  const base = assertionOf(honest);
  const bent = { ...base };
  for (const change of changes) bent[change.part] = bendBytes(bent[change.part], change);
  const isBent = (part: Bend["part"]) => !Buffer.from(bent[part]).equals(base[part]);
  if (!parts.some(isBent)) return undefined;
  return signIn({
    clientDataBytes: bent.clientDataJSON,
    authenticatorData: bent.authenticatorData,
    ...(isSignedAgain && !isBent("signature") ? {} : { signature: bent.signature }),
  });
}

/** Keystead's checks of a sign-in without its database, fast enough for thousands. */
const keysteadChecks = ({ ctx }: TestTenancy): Verifier => ({
  name: "Keystead",
  verify: (conformanceCase) =>
    outcomeOf(async () => {
      const { relyingParty, registration, authentication } = conformanceCase;
      if (authentication === undefined) throw new Error("The case has no sign-in.");
      const { rpId, origin, userVerification } = relyingParty;
      const { topOrigins, allowCrossOriginWithoutTopOrigin } = relyingParty;
      const rules = { allowedOrigins: [origin], topOrigins, allowCrossOriginWithoutTopOrigin };
      const { flags } = parseAuthenticatorData(authenticatorDataOf(conformanceCase));
      await checkAssertion(
        { ...ctx, tenancy: { ...ctx.tenancy, ...rules } },
        {
          session: {
            rpId,
            userVerification,
            mediation: "required",
            ceremonyNonce: authentication.challenge,
            allowCredentials: [registration.response.id],
          },
          passkey: {
            passkeyId: "passkey",
            shownId: "passkey",
            sub: "sub",
            rpId,
            userHandle: registration.userHandle ?? "",
            publicKey: publicKeyOf(conformanceCase),
            signCount: 0n,
            backupEligible: flags.be,
            backupAssumed: false,
            backedUp: flags.bs,
            disabled: false,
            userDisabled: false,
            quarantinedUntil: null,
          },
        },
        authentication.response,
      );
    }),
});

const algorithms: Algorithm[] = [-7, -8, -257, -35, -36, -53];

const isPassedByOthers = async (conformanceCase: ConformanceCase): Promise<boolean> => {
  const outcomes = [simpleWebAuthn, passwordlessId].map(({ verify }) => verify(conformanceCase));
  return (await Promise.all(outcomes)).includes("pass");
};

/**
 * Bends sign-ins and looks for one that Keystead passes although both other verifiers refuse it, or
 * although the device has not signed it. Both refuse Ed448 unbent; there, only the second counts.
 * @returns what is wrong, or null
 */
export async function findWrongSignIn(
  tenancy: TestTenancy,
  numRuns: number,
): Promise<string | null> {
  const keystead = keysteadChecks(tenancy);
  const signers = algorithms.map(createSigner);
  const known = new Set<Signer>();
  for (const signer of signers) {
    const outcome = await keystead.verify(signer.honest);
    if (outcome !== "pass") return `${nameOf(signer.honest)} fails unbent: ${outcome}`;
    if (!(await isPassedByOthers(signer.honest))) known.add(signer);
  }
  const details = await fc.check(
    fc.asyncProperty(fc.constantFrom(...signers), bendings, async (signer, bending) => {
      const bent = bendSignIn(signer, bending);
      if (bent === undefined || (await keystead.verify(bent)) !== "pass") return true;
      if (!bending.isSignedAgain) return false;
      return known.has(signer) || (await isPassedByOthers(bent));
    }),
    { numRuns },
  );
  return details.failed ? (fc.defaultReportMessage(details) ?? "failed") : null;
}
