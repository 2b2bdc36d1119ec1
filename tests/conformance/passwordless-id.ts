import { server } from "@passwordless-id/webauthn";
import { findAlgorithm } from "@/lib/domain/base/credential-algorithms";
import { algorithmOf, importPublicKey } from "@/lib/domain/passkey/public-key";
import {
  authenticatorDataOf,
  type ConformanceCase,
  outcomeOf,
  publicKeyOf,
  type Verifier,
} from "./conformance-case";

type RegistrationJson = Parameters<typeof server.verifyRegistration>[0];
type AuthenticationJson = Parameters<typeof server.verifyAuthentication>[0];
type Credential = Parameters<typeof server.verifyAuthentication>[1];

const spkiOf = (conformanceCase: ConformanceCase) =>
  importPublicKey(publicKeyOf(conformanceCase))
    .key.export({ format: "der", type: "spki" })
    .toString("base64url");

/** The registration with what browsers add to it: key and authenticator data outside of the CBOR. */
function registrationOf(conformanceCase: ConformanceCase): RegistrationJson {
  const { id, rawId, response } = conformanceCase.registration.response;
  const authenticatorData = Buffer.from(authenticatorDataOf(conformanceCase)).toString("base64url");
  return {
    id,
    rawId,
    type: "public-key",
    clientExtensionResults: {},
    user: { name: "ada" },
    response: {
      clientDataJSON: response.clientDataJSON,
      transports: [],
      authenticatorData,
      attestationObject: response.attestationObject,
      publicKey: spkiOf(conformanceCase),
      publicKeyAlgorithm: algorithmOf(publicKeyOf(conformanceCase)) ?? 0,
    },
  };
}

const expectationsOf = ({ relyingParty }: ConformanceCase, challenge: string) => ({
  origin: relyingParty.origin,
  domain: relyingParty.rpId,
  challenge,
  userVerified: relyingParty.userVerification === "required",
});

async function authenticate(conformanceCase: ConformanceCase): Promise<void> {
  const { authentication, registration } = conformanceCase;
  if (authentication === undefined) return;
  const algorithm = findAlgorithm(algorithmOf(publicKeyOf(conformanceCase)))?.name;
  const credential: Credential = {
    id: registration.response.id,
    publicKey: spkiOf(conformanceCase),
    algorithm: algorithm as Credential["algorithm"],
    transports: [],
  };
  await server.verifyAuthentication(
    authentication.response as AuthenticationJson,
    credential,
    expectationsOf(conformanceCase, authentication.challenge),
  );
}

export const passwordlessId: Verifier = {
  name: "@passwordless-id/webauthn",
  verify: (conformanceCase) =>
    outcomeOf(async () => {
      if (conformanceCase.authentication !== undefined) return authenticate(conformanceCase);
      await server.verifyRegistration(
        registrationOf(conformanceCase),
        expectationsOf(conformanceCase, conformanceCase.registration.challenge),
      );
    }),
};
