import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import type { Service } from "@/lib/domain/base/context";
import { parseKeyText } from "./key-text";
import { type ApiKeyScope, hasScope } from "./scope";

interface Refused {
  tenancyId: string;
  /** The Authorization header. */
  authorization: string | null;
  needed: readonly ApiKeyScope[];
}

async function explainKey(
  { db, clock }: Pick<Service, "db" | "clock">,
  { tenancyId, needed }: Refused,
  key: string,
): Promise<string> {
  const publicId = parseKeyText(key)?.publicId;
  if (publicId === undefined)
    return "The API key is incomplete or mistyped. Copy all of it: it starts with ks_.";
  const tenancy = await db.tenancy.findUnique({ where: { id: tenancyId, isSystem: false } });
  if (tenancy === null)
    return "There is no tenancy with the id in the path. List them with: keystead tenancy list";
  if (tenancy.suspendedAt !== null) return "The tenancy in the path is suspended.";
  const found = await db.apiKey.findUnique({
    where: { tenancyId_publicId: { tenancyId, publicId }, hash: hashSecretValue(key) },
  });
  if (found === null)
    return "The API key belongs to another tenancy than the path names, or to another database.";
  if (found.revokedAt !== null) return "The API key was revoked.";
  if (found.lockedAt !== null) return "The API key is locked.";
  if (found.expiresAt !== null && found.expiresAt.getTime() <= clock.now())
    return `The API key expired at ${found.expiresAt.toISOString()}.`;
  const missing = needed.filter((scope) => !hasScope(found.scopes, scope));
  return `The API key has the scopes ${found.scopes.join(", ")}, and lacks ${missing.join(", ")}.`;
}

/**
 * Says what is wrong with the header, the key or its scopes. For local mode: everywhere else, all
 * reasons look alike, so that a stranger learns nothing from them (contract §1).
 */
export async function explainRefusal(
  service: Pick<Service, "db" | "clock">,
  refused: Refused,
): Promise<string> {
  const { authorization } = refused;
  if (authorization === null)
    return "The request has no Authorization header. Send: Authorization: Bearer <API key>";
  const [, key] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  return key === undefined
    ? "The Authorization header is not: Bearer <API key>"
    : explainKey(service, refused, key);
}
