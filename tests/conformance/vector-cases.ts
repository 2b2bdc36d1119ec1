import type { ConformanceCase, RelyingParty } from "./conformance-case";
import { attestationRoot, type Vector, vectors } from "./vectors";

/** What the vector needs: its algorithm, and leave to run inside another site. */
const relyingPartyOf = (vector: Vector): RelyingParty => ({
  rpId: vector.rpId,
  origin: vector.origin,
  userVerification: "preferred",
  algorithms: [vector.coseAlgorithm],
  topOrigins: vector.topOrigin === null ? [] : [vector.topOrigin],
  allowCrossOriginWithoutTopOrigin: vector.crossOrigin && vector.topOrigin === null,
});

const isCertified = ({ name }: Vector) => !name.startsWith("none") && !name.includes("self");

/** Returns the vector's registration. A certified one must end in the vectors' root. */
export const registrationCaseOf = (vector: Vector): ConformanceCase => ({
  group: "Vectors, registration",
  title: vector.name,
  expected: "pass",
  relyingParty: relyingPartyOf(vector),
  registration: {
    challenge: vector.expectedChallenge.registration,
    response: vector.registrationResponseJSON,
  },
  ...(isCertified(vector) ? { trust: { roots: [attestationRoot] } } : {}),
});

const authenticationCaseOf = (vector: Vector): ConformanceCase => ({
  ...registrationCaseOf(vector),
  group: "Vectors, sign-in",
  authentication: {
    challenge: vector.expectedChallenge.authentication,
    response: vector.authenticationResponseJSON,
  },
});

/** The 15 registrations and 15 sign-ins of the Recommendation. */
export const vectorCases: ConformanceCase[] = [
  ...vectors.map(registrationCaseOf),
  ...vectors.map(authenticationCaseOf),
];
