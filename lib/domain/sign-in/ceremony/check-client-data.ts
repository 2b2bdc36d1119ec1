import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { UserVerification } from "@/lib/contract/fields";
import { isCeremonyOrigin, printableOrigin } from "@/lib/domain/base/tenancy/origin";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import {
  type AuthenticatorData,
  parseAuthenticatorData,
} from "@/lib/domain/passkey/attestation/authenticator-data";
import { ServiceError, type VerificationReason } from "@/lib/errors";

/** Creates the error of a ceremony that failed a WebAuthn step. */
export function verificationFailed(
  reason: VerificationReason,
): ServiceError<"@error/VerificationFailed"> {
  return new ServiceError(
    "@error/VerificationFailed",
    { reason },
    `The authenticator's response failed the check "${reason}".`,
  );
}

/** Other members are ignored, `tokenBinding` among them: it is reserved (WebAuthn L3 §5.8.1). */
const ClientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().nullish(),
  topOrigin: z.string().nullish(),
});

// "UTF-8 decode" of §7.1 step 5: strips a byte order mark, and replaces what is not UTF-8. Without
// `stream`, a decoder keeps no state between calls.
const utf8 = new TextDecoder();

interface Expected {
  type: "webauthn.create" | "webauthn.get";
  /** The challenge in the options, base64url. */
  ceremonyNonce: string;
  rpId: string;
  /** On the hosted pages: the service's own origin, which the tenancy doesn't have to list. */
  hosted?: { origin: string } | undefined;
}

/** Whether and where the ceremony was embedded, of client data that was checked. */
export function embeddingOf(clientDataJSON: string): { crossOrigin: boolean; topOrigin?: string } {
  const { crossOrigin, topOrigin } = parseClientData(clientDataJSON);
  return {
    crossOrigin: crossOrigin === true,
    ...(typeof topOrigin === "string" ? { topOrigin } : {}),
  };
}

function parseClientData(clientDataJSON: string): z.infer<typeof ClientData> {
  try {
    const text = utf8.decode(Buffer.from(clientDataJSON, "base64url"));
    return ClientData.parse(JSON.parse(text));
  } catch {
    throw verificationFailed("malformed");
  }
}

/**
 * Whether the ceremony ran in a page of its own, or inside a site that the tenancy allows (WebAuthn
 * L3 §5.10.1 and §13.4.9). Browsers that don't report `topOrigin` pass only by its own setting. The
 * hosted pages are never embedded.
 */
function isEmbeddingAllowed(
  { topOrigins, allowCrossOriginWithoutTopOrigin }: Tenancy,
  { crossOrigin, topOrigin }: z.infer<typeof ClientData>,
  isHosted: boolean,
): boolean {
  const hasTopOrigin = typeof topOrigin === "string";
  if (crossOrigin !== true) return !hasTopOrigin;
  if (isHosted) return false;
  return !hasTopOrigin ? allowCrossOriginWithoutTopOrigin : topOrigins.includes(topOrigin);
}

/**
 * Checks the client data: WebAuthn L3 §7.1 steps 5–11 and §7.2 steps 8–14.
 * @returns the origin that the ceremony ran on
 * @throws VerificationFailed `malformed` · `type` · `challenge` · `origin` · `cross-origin`
 */
export function checkClientData(
  tenancy: Tenancy,
  clientDataJSON: string,
  expected: Expected,
): string {
  const clientData = parseClientData(clientDataJSON);
  if (clientData.type !== expected.type) throw verificationFailed("type");
  if (clientData.challenge !== expected.ceremonyNonce) throw verificationFailed("challenge");
  const isExpected =
    expected.hosted === undefined
      ? isCeremonyOrigin(tenancy, clientData.origin, expected.rpId)
      : clientData.origin === expected.hosted.origin;
  if (!isExpected)
    throw verificationFailed("origin").about({ origin: printableOrigin(clientData.origin) });
  if (!isEmbeddingAllowed(tenancy, clientData, expected.hosted !== undefined))
    throw verificationFailed("cross-origin");
  return clientData.origin;
}

/** Parses authenticator data (WebAuthn L3 §6.1). @throws VerificationFailed `malformed` */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  try {
    return parseAuthenticatorData(bytes);
  } catch {
    throw verificationFailed("malformed");
  }
}

/**
 * Checks relying party and flags: WebAuthn L3 §7.1 steps 14–18, and §7.2 steps 15–19 except for a
 * changed backup eligibility. Only an automatic registration needs no user presence.
 * @throws VerificationFailed `rp-id` · `user-presence` · `user-verification` · `backup-state`
 */
export function checkAuthenticatorData(
  { rpIdHash, flags }: AuthenticatorData,
  expected: { rpId: string; userVerification: UserVerification; automatic?: boolean | undefined },
): void {
  if (!timingSafeEqual(createHash("sha256").update(expected.rpId).digest(), rpIdHash))
    throw verificationFailed("rp-id");
  if (!flags.up && expected.automatic !== true) throw verificationFailed("user-presence");
  if (expected.userVerification === "required" && !flags.uv)
    throw verificationFailed("user-verification");
  if (flags.bs && !flags.be) throw verificationFailed("backup-state");
}
