import { z } from "zod";
import { AuthenticatorAttachment } from "@/lib/contract/fields";
import {
  createSecretValue,
  hashSecretValue,
} from "@/lib/domain/access/one-time-token/secret-value";
import type { TenancyContext } from "@/lib/domain/base/context";
import { lifetimes, limits } from "@/lib/limits";

/** What a code stores. Its user and passkey are not included: the exchange reads them again. */
export const CodePayload = z.object({
  jti: z.string(),
  operation: z.enum(["registration", "authentication"]),
  purpose: z.string().optional(),
  userVerified: z.boolean(),
  authenticatorAttachment: AuthenticatorAttachment.optional(),
  /** The mailbox challenge that signed the user in; missing after a sign-in with a passkey. */
  challengeId: z.string().optional(),
  issuedAtSeconds: z.int(),
  ipAddress: z.string().optional(),
  userAgent: z.string().optional(),
});
export type CodePayload = z.infer<typeof CodePayload>;

export interface PreparedCode {
  code: string;
  hash: Buffer<ArrayBuffer>;
  payload: CodePayload;
  /** PKCE S256; null outside the hosted pages. */
  codeChallenge: string | null;
  /**
   * The API key that authorized the ceremony. Locking or revoking it invalidates the code. Null for
   * self-service.
   */
  apiKeyId: string | null;
  createdAt: Date;
  expiresAt: Date;
}

interface Ceremony extends Pick<
  CodePayload,
  "operation" | "purpose" | "userVerified" | "authenticatorAttachment" | "challengeId"
> {
  codeChallenge?: string | null | undefined;
  apiKeyId: string | null;
}

/**
 * Creates a code and its columns, for the statement that writes the ceremony's outcome. It expires
 * five minutes after the whole second in which it was issued.
 */
export function prepareCode(
  ctx: TenancyContext,
  { codeChallenge = null, apiKeyId, ...ceremony }: Ceremony,
): PreparedCode {
  const value = createSecretValue();
  const issuedAtSeconds = Math.floor(ctx.clock.now() / 1_000);
  return {
    code: value,
    hash: hashSecretValue(value),
    payload: {
      ...ceremony,
      jti: ctx.createId(),
      issuedAtSeconds,
      ipAddress: ctx.client.address,
      userAgent: ctx.client.userAgent?.slice(0, limits.userAgentCharacters),
    },
    codeChallenge,
    apiKeyId,
    createdAt: new Date(ctx.clock.now()),
    expiresAt: new Date(issuedAtSeconds * 1_000 + lifetimes.codeMs),
  };
}
