import {
  SettingsService,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import {
  type ConformanceCase,
  outcomeOf,
  publicKeyOf,
  toPem,
  type Verifier,
} from "./conformance-case";

const requireVerified = ({ verified }: { verified: boolean }) => {
  if (!verified) throw new Error("not verified");
};

const expectationsOf = ({ relyingParty }: ConformanceCase) => ({
  expectedOrigin: relyingParty.origin,
  expectedRPID: relyingParty.rpId,
  requireUserVerification: relyingParty.userVerification === "required",
});

type RootFormat = Parameters<typeof SettingsService.setRootCertificates>[0]["identifier"];
const formatsWithRoots: RootFormat[] = ["packed", "tpm", "android-key", "apple", "fido-u2f"];

/** Runs the work without a network: the library downloads revocation lists. */
async function withoutNetwork<Result>(work: () => Promise<Result>): Promise<Result> {
  const original = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new Error("no network"));
  try {
    return await work();
  } finally {
    globalThis.fetch = original;
  }
}

async function register(conformanceCase: ConformanceCase): Promise<void> {
  const { registration, relyingParty, trust } = conformanceCase;
  for (const identifier of formatsWithRoots)
    SettingsService.setRootCertificates({
      identifier,
      certificates: trust?.roots.map(toPem) ?? [],
    });
  requireVerified(
    await verifyRegistrationResponse({
      ...expectationsOf(conformanceCase),
      response: registration.response,
      expectedChallenge: registration.challenge,
      supportedAlgorithmIDs: relyingParty.algorithms,
    }),
  );
}

async function authenticate(conformanceCase: ConformanceCase): Promise<void> {
  const { authentication, relyingParty, registration } = conformanceCase;
  if (authentication === undefined) return;
  const [expectedTopOrigin] = relyingParty.topOrigins;
  requireVerified(
    await verifyAuthenticationResponse({
      ...expectationsOf(conformanceCase),
      response: authentication.response,
      expectedChallenge: authentication.challenge,
      ...(expectedTopOrigin === undefined ? {} : { expectedTopOrigin }),
      credential: {
        id: registration.response.id,
        publicKey: publicKeyOf(conformanceCase),
        counter: 0,
      },
    }),
  );
}

export const simpleWebAuthn: Verifier = {
  name: "SimpleWebAuthn",
  verify: (conformanceCase) =>
    outcomeOf(() =>
      withoutNetwork(() =>
        conformanceCase.authentication === undefined
          ? register(conformanceCase)
          : authenticate(conformanceCase),
      ),
    ),
};
