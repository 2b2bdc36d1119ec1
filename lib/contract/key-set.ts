import { z } from "zod";

/** JSON Web Key Set (RFC 7517) of the keys that sign id_tokens. */
export const KeySet = z
  .object({
    keys: z.array(
      z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string(), kid: z.string(), alg: z.string(), use: z.string() }),
    ),
  })
  .meta({ id: "KeySet" });
export type KeySet = z.infer<typeof KeySet>;

/** Related origins of a relying party (WebAuthn L3 §5.11). */
export const RelatedOrigins = z.object({ origins: z.array(z.string()) }).meta({ id: "RelatedOrigins" });

export const Health = z.object({ status: z.literal("ok") }).meta({ id: "Health" });
