import { z } from "zod";
import { sample } from "./sample";

/** JSON Web Key Set (RFC 7517) of the keys that sign id_tokens. */
export const KeySet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        y: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
      }),
    ),
  })
  .meta({
    id: "KeySet",
    examples: [
      {
        keys: [
          {
            kty: "EC",
            crv: "P-256",
            x: sample.token,
            y: sample.secret,
            kid: "1",
            alg: "ES256",
            use: "sig",
          },
        ],
      },
    ],
  });
export type KeySet = z.infer<typeof KeySet>;

/** Related origins of a relying party (WebAuthn L3 §5.11). */
export const RelatedOrigins = z.object({ origins: z.array(z.string()) }).meta({
  id: "RelatedOrigins",
  examples: [{ origins: ["https://example.com", "https://example.org"] }],
});

/** Where users create and manage passkeys of a relying party, for devices (contract §10). */
export const PasskeyEndpoints = z
  .object({
    enroll: z.url().meta({ description: "Page on which users create a passkey" }),
    manage: z.url().meta({ description: "Page on which users see and remove their passkeys" }),
  })
  .meta({
    id: "PasskeyEndpoints",
    examples: [
      {
        enroll: `https://id.example.com/auth/${sample.id}/account`,
        manage: `https://id.example.com/auth/${sample.id}/account`,
      },
    ],
  });
export type PasskeyEndpoints = z.infer<typeof PasskeyEndpoints>;

export const Health = z
  .object({ status: z.literal("ok") })
  .meta({ id: "Health", examples: [{ status: "ok" }] });
