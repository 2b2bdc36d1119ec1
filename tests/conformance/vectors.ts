import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import file from "./vectors.json" with { type: "json" };

const Vector = z.object({
  name: z.string(),
  rpId: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean(),
  topOrigin: z.string().nullable(),
  coseAlgorithm: z.int(),
  registrationResponseJSON: z.custom<RegistrationResponseJSON>(),
  authenticationResponseJSON: z.custom<AuthenticationResponseJSON>(),
  /** The challenges of both ceremonies, base64url. */
  expectedChallenge: z.object({ registration: z.string(), authentication: z.string() }),
});
export type Vector = z.infer<typeof Vector>;

/** The test vectors of WebAuthn L3: one registration and one sign-in each. */
export const vectors: Vector[] = z.array(Vector).parse(file.vectors);

/** The root that issued the attestation certificates of all vectors, DER. */
export const attestationRoot = new Uint8Array(Buffer.from(file.attestationRoot, "hex"));
