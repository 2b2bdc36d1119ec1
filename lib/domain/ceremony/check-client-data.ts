import { z } from "zod";
import { isCeremonyOrigin } from "@/lib/domain/tenancy/origin";
import type { Tenancy } from "@/lib/domain/tenancy/tenancy";
import { verificationFailed } from "./verification-failed";

const ClientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
});

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
  const { crossOrigin = false, topOrigin } = parseClientData(clientDataJSON);
  return { crossOrigin, ...(topOrigin === undefined ? {} : { topOrigin }) };
}

function parseClientData(clientDataJSON: string): z.infer<typeof ClientData> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(clientDataJSON, "base64url"),
    );
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
  if (crossOrigin !== true) return topOrigin === undefined;
  if (isHosted) return false;
  return topOrigin === undefined
    ? allowCrossOriginWithoutTopOrigin
    : topOrigins.includes(topOrigin);
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
  if (!isExpected) throw verificationFailed("origin");
  if (!isEmbeddingAllowed(tenancy, clientData, expected.hosted !== undefined))
    throw verificationFailed("cross-origin");
  return clientData.origin;
}
