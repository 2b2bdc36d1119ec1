import type { AuthenticatorAttachment } from "@/lib/contract/fields";

/**
 * Returns where the authenticator was, as the browser reported it: in this device, or outside it, such
 * as a phone or a security key. Any other value counts as unknown (WebAuthn L3 §5.4.5). It isn't
 * signed.
 */
export const attachmentOf = ({
  authenticatorAttachment: reported,
}: {
  authenticatorAttachment?: string | null | undefined;
}): AuthenticatorAttachment | undefined =>
  reported === "platform" || reported === "cross-platform" ? reported : undefined;
