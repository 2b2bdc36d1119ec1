import type { Algorithm } from "@/testing/authenticator/keys";
import { authenticatorDataDetails, clientDataDetails, type Detail, details } from "./ceremony-lies";
import type { ConformanceCase } from "./conformance-case";
import { sampleRelyingParty, sampleSignIn } from "./sample-ceremony";

const { pass, refuse } = details;
const algorithms: Algorithm[] = [-7, -8, -257, -35, -36, -53];

const signatureDetails: Detail[] = [
  ...algorithms.map((algorithm) => pass(`algorithm ${algorithm}`, { device: { algorithm } })),
  pass("with an integer that fits in 31 bytes", { hasShortInteger: true }),
  refuse("by another key", { signature: "other-key" }),
  refuse("over other data", { signature: "other-data" }),
  refuse("empty", { signature: "empty" }),
  refuse("malformed", { signature: "malformed" }),
];

const responseDetails: Detail[] = [
  pass("as it should be", {}),
  pass("without a user handle", { lies: { userHandle: null } }),
  // A statement that is not verified without a policy says nothing about the credential.
  pass("after a compound statement", {
    registered: { attestationFormat: "compound", attestationStatement: [] },
  }),
  refuse("of another credential", { id: "AAAA" }),
  refuse("with another raw id", { rawId: "AAAA" }),
  refuse("with the user handle of another user", { userHandle: "AAAA" }),
];

const caseOf = (group: string, { title, expected, ...detail }: Detail): ConformanceCase => ({
  group,
  title,
  expected,
  relyingParty: { ...sampleRelyingParty, ...detail.relyingParty },
  ...sampleSignIn(detail),
});

/** Responses that write null for an optional member that is absent. */
const nullCases = (): ConformanceCase[] =>
  ["authenticatorAttachment", "clientExtensionResults", "userHandle"].map((member) => {
    const { registration, authentication } = sampleSignIn();
    if (authentication === undefined) throw new Error("The sample has no sign-in.");
    const { challenge, response } = authentication;
    const isInner = member === "userHandle";
    const changed = isInner
      ? { ...response, response: { ...response.response, [member]: null as never } }
      : { ...response, [member]: null as never };
    return {
      group: "Sign-in, response",
      title: `${member} null`,
      expected: "pass" as const,
      relyingParty: sampleRelyingParty,
      registration,
      authentication: { challenge, response: changed },
    };
  });

/** Sign-ins after a correct registration, right and with one changed detail. */
export const signInCases = (): ConformanceCase[] => [
  ...responseDetails.map((detail) => caseOf("Sign-in, response", detail)),
  ...nullCases(),
  ...clientDataDetails.map((detail) => caseOf("Sign-in, client data", detail)),
  ...authenticatorDataDetails.map((detail) => caseOf("Sign-in, authenticator data", detail)),
  ...signatureDetails.map((detail) => caseOf("Sign-in, signature", detail)),
];
