import { z } from "zod";
import { ServiceError } from "@/lib/errors";

/**
 * Binds a ceremony on the hosted pages to its request, from options to verification. The code gets
 * this PKCE challenge, and the ceremony must run on this origin, which is the service's own.
 */
export const HostedBinding = z.object({
  codeChallenge: z.string(),
  origin: z.string(),
  /** Names the mailbox proof that opened a registration: its SHA-256 in base64url. */
  mailboxProof: z.string().optional(),
  /** Names the proof of a sign-in that opened a registration for this device, in the same way. */
  deviceProof: z.string().optional(),
  /** Names the account whose own page opened a registration. */
  account: z.string().optional(),
});
export type HostedBinding = z.infer<typeof HostedBinding>;

/**
 * Checks that a session is verified on the pages, for the request and with the proof that it was
 * created for.
 * @throws InvalidToken
 */
export function requireSamePages(
  ofSession: HostedBinding | undefined,
  here: HostedBinding | undefined,
): void {
  if (
    ofSession?.codeChallenge !== here?.codeChallenge ||
    ofSession?.origin !== here?.origin ||
    ofSession?.mailboxProof !== here?.mailboxProof ||
    ofSession?.deviceProof !== here?.deviceProof ||
    ofSession?.account !== here?.account
  )
    throw new ServiceError("@error/InvalidToken");
}
