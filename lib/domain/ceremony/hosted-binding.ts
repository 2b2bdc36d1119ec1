import { z } from "zod";
import { ServiceError } from "@/lib/errors";

/**
 * What a ceremony of the hosted pages carries from its options to its verification: the PKCE
 * challenge that its code is bound to from the beginning, and the one origin that it may have run
 * on, which is the service's own.
 */
export const HostedBinding = z.object({ codeChallenge: z.string(), origin: z.string() });
export type HostedBinding = z.infer<typeof HostedBinding>;

/**
 * A session is answered on the pages that began it, and for the request that it was begun for.
 * @throws InvalidToken
 */
export function requireSamePages(
  ofSession: HostedBinding | undefined,
  here: HostedBinding | undefined,
): void {
  if (ofSession?.codeChallenge !== here?.codeChallenge || ofSession?.origin !== here?.origin)
    throw new ServiceError("@error/InvalidToken");
}
