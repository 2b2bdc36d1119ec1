interface Explanation {
  verifier: string;
  /** The cases, by name. */
  cases: RegExp;
  /** Why the verifier decides otherwise. */
  reason: string;
}

const simpleWebAuthn = (cases: RegExp, reason: string): Explanation => ({
  verifier: "SimpleWebAuthn",
  cases,
  reason,
});
const passwordlessId = (cases: RegExp, reason: string): Explanation => ({
  verifier: "@passwordless-id/webauthn",
  cases,
  reason,
});

/** Why other verifiers decide otherwise than a case expects. There are none for Keystead. */
export const explanations: readonly Explanation[] = [
  simpleWebAuthn(
    /^Vectors, registration: tpm/,
    "knows a list of TPM manufacturers; the vector's is made up",
  ),
  simpleWebAuthn(
    /^(Vectors, registration: android-key|Registration, android-key: (a chain to|an intermediate$))/,
    "expects the root at the end of x5c, where it is optional",
  ),
  simpleWebAuthn(
    /^Vectors, registration: fido-u2f/,
    "requires an AAGUID of zeros for U2F, which the vector does not have",
  ),
  simpleWebAuthn(
    /^(Vectors, sign-in: packed.Ed448|.*: algorithm -53$)/,
    "does not know Ed448 (COSE -53, RFC 9864)",
  ),
  simpleWebAuthn(
    /^Registration, client data: (inside|a top origin|cross)|^Sign-in, client data: (inside another site|cross)/,
    "does not check crossOrigin, and checks topOrigin only at sign-in",
  ),
  simpleWebAuthn(
    /client data: a token binding that (has|is a)/,
    "requires a known status of tokenBinding, which is a reserved member",
  ),
  simpleWebAuthn(
    /data: extensions: (.* outside ASCII|a float|.* 64 bits|.* fits in fewer|a simple value without|bytes|texts|a list and)/,
    "measures extension outputs by encoding them again, and decodes only some types of CBOR",
  ),
  simpleWebAuthn(
    /data: extensions: (a list instead|a text that is too short|nested a thousand)/,
    "accepts an empty list, a text beyond the end of the data, and any nesting",
  ),
  simpleWebAuthn(
    /^Registration, statement without a policy: /,
    "verifies every statement, and knows neither compound nor other formats",
  ),
  simpleWebAuthn(
    /^(Registration, credential: an id (of 1,024|that)|Sign-in, response: of another credential)/,
    "leaves the comparison of ids to the application",
  ),
  simpleWebAuthn(
    /^Sign-in, response: with the user handle/,
    "leaves the comparison of user handles to the application",
  ),
  simpleWebAuthn(
    /^Registration, credential: an algorithm (that does not fit|of another)/,
    "does not import the key of a registration without attestation",
  ),
  simpleWebAuthn(
    /^Registration, attestation object: (trailing bytes|a statement that is an array)/,
    "reads the first CBOR item, and ignores the statement of none if it is empty",
  ),
  simpleWebAuthn(
    /: (a leaf with (an unknown critical|SHA-1)|an intermediate that|a chain longer than)/,
    "checks names, dates and signatures of a chain, but no extensions and algorithms",
  ),
  simpleWebAuthn(
    /: a chain that includes the root$|^Device, registration: (Feitian|Windows)/,
    "refuses a chain that contains its configured anchor",
  ),
  simpleWebAuthn(
    /^Registration, packed: (with an algorithm|certificate without|a country|a critical)/,
    "checks fewer details of the attestation certificate",
  ),
  simpleWebAuthn(
    /^Registration, tpm: (a key name of SHA-1|trailing bytes|a short certInfo)/,
    "ignores the length of TPM structures, and takes the hash of a key's name from certInfo",
  ),
  simpleWebAuthn(
    /^Registration, fido-u2f: with two certificates/,
    "reads the first certificate only",
  ),
  simpleWebAuthn(
    /^Registration, .*: (a certificate of 8 KiB|seven certificates)/,
    "reads chains of any size",
  ),
  passwordlessId(
    /(packed\.(ES384|ES512|EdDSA|Ed448)|: algorithm (-8|-35|-36|-53))$/,
    "supports only ES256 and RS256",
  ),
  passwordlessId(
    /^Sign-in, signature: with an integer that fits in 31 bytes$/,
    "takes 32 bytes for each integer of an ECDSA signature",
  ),
  passwordlessId(
    /^Registration, (packed|packed self|tpm|android-key|apple|fido-u2f|attestation object): /,
    "does not read the attestation object",
  ),
  passwordlessId(
    /^Bent .*: (statement|another (credential id|signature counter|AAGUID)|the format|an unknown)/,
    "does not verify attestation statements",
  ),
  passwordlessId(
    /client data: (inside|a top origin|cross)|client data with(out| another) crossOrigin/,
    "does not check crossOrigin and topOrigin",
  ),
  passwordlessId(
    /^Registration, (response|credential): /,
    "leaves type, ids and algorithms of a registration to the application",
  ),
  passwordlessId(
    /^Registration, authenticator data: user not present|: another presence$/,
    "does not require user presence at registration",
  ),
  passwordlessId(
    /authenticator data: (backed up, but|a flag for|trailing bytes|extensions: )/,
    "reads the flags and skips everything after the credential",
  ),
  passwordlessId(
    /^Sign-in, response: with (another raw id|the user handle)/,
    "leaves raw ids and user handles to the application",
  ),
];
