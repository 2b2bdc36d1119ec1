import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import type { Service } from "@/lib/domain/base/context";
import { type ApiKeyScope, hasScope } from "./scope";

const pattern = /^(ks_([0-9a-hjkmnp-tv-z]{10})_([A-Za-z0-9_-]{43}))([A-Za-z0-9_-]{6})$/;
const crockford = "0123456789abcdefghjkmnpqrstvwxyz";

function checksum(body: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString("base64url");
}

/**
 * Creates a key: `ks_`, a 10-character public id, `_`, 32 random bytes as base64url and a
 * 6-character CRC-32. Secret scanners can match this form.
 */
export function createKeyText(): { publicId: string; key: string } {
  const publicId = Array.from(randomBytes(10), (byte) => crockford[byte % 32]).join("");
  const body = `ks_${publicId}_${randomBytes(32).toString("base64url")}`;
  return { publicId, key: body + checksum(body) };
}

/** Returns the public id of a well-formed key, null for a typo. Needs no lookup. */
export function parseKeyText(key: string): { publicId: string } | null {
  const [, body, publicId, , sum] = pattern.exec(key) ?? [];
  if (body === undefined || publicId === undefined || checksum(body) !== sum) return null;
  return { publicId };
}

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
