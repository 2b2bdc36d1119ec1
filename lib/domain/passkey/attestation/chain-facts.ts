import { z } from "zod";

/**
 * What a chain of certificates shows by itself, whatever the rules, the roots and the time that it is
 * judged by. Stored with a passkey, so that judging it verifies no signature twice.
 */
export const ChainFacts = z.object({
  /**
   * Base64 of DER, leaf first. Each certificate is issued by the next one; those after the first gap
   * are left out. Empty if one of the chain is unacceptable.
   */
  certificates: z.array(z.string()),
  /** All certificates of the chain are valid from then to `validUntil`, in milliseconds. */
  validFrom: z.int(),
  validUntil: z.int(),
  /** SHA-256 (base64) of the root that the chain reached when it was read; null if none was known. */
  root: z.string().nullable(),
});
export type ChainFacts = z.infer<typeof ChainFacts>;

/** Facts of a chain that no root anchors at any time. */
export const unacceptableChain: ChainFacts = {
  certificates: [],
  validFrom: 0,
  validUntil: -1,
  root: null,
};
