import { z } from "zod";
import type { RunningConfig } from "@/lib/config";
import type { Service } from "@/lib/domain/base/context";
import { StartupError } from "@/lib/errors";

const minBytes = 32;
// No words under six letters: random base64 sometimes contains those.
const commonWords = /password|passwort|secret|keystead|qwerty|letmein|default/i;

/**
 * Returns the number of bytes that the text encodes: 64 hexadecimal digits or 43 base64 characters
 * are 32 bytes.
 */
function decodedBytes(secret: string): number {
  if (/^[0-9a-f]+$/i.test(secret)) return Math.floor(secret.length / 2);
  if (/^[\w+/-]+={0,2}$/.test(secret))
    return Math.floor((secret.replace(/=+$/, "").length * 3) / 4);
  return Buffer.byteLength(secret);
}

/** Whether a part of eight characters occurs twice, as in a repeated short text. */
function repeats(secret: string): boolean {
  const seen = new Set<string>();
  for (let start = 0; start + 8 <= secret.length; start++) {
    const part = secret.slice(start, start + 8);
    if (seen.has(part)) return true;
    seen.add(part);
  }
  return false;
}

/**
 * Whether more than half of the characters equal or neighbor the one before, as in `abc123`. In
 * random hexadecimal digits one in five does.
 */
function isSequence(secret: string): boolean {
  const neighbors = [...secret].filter(
    (character, index) =>
      index > 0 && Math.abs(character.charCodeAt(0) - secret.charCodeAt(index - 1)) <= 1,
  );
  return neighbors.length > secret.length / 2;
}

/**
 * Whether a secret is unlikely to be at least 32 random bytes, such as the output of
 * `openssl rand -base64 48` or `openssl rand -hex 32`. A heuristic that detects passwords, words,
 * samples and patterns.
 */
export function isWeakSecret(secret: string): boolean {
  const isHex = /^[0-9a-f]+$/i.test(secret);
  const hasBothCases = /[a-z]/.test(secret) && /[A-Z]/.test(secret);
  return (
    decodedBytes(secret) < minBytes ||
    new Set(secret).size < (isHex ? 10 : 16) ||
    (!isHex && !hasBothCases) ||
    commonWords.test(secret) ||
    repeats(secret) ||
    isSequence(secret)
  );
}

/**
 * Refuses a weak KEYSTEAD_SECRET on a new production installation. An existing installation starts
 * with a warning that explains how to change the secret.
 * @throws StartupError on a new installation
 */
export async function refuseWeakSecret(
  { db, log }: Pick<Service, "db" | "log">,
  { mode, secret }: Pick<RunningConfig, "mode" | "secret">,
): Promise<void> {
  if (mode !== "production" || !isWeakSecret(secret)) return;
  // Every start creates a signing key if there is none, so an existing installation has one.
  if ((await db.signingKey.findFirst({ select: { kid: true } })) === null)
    throw new StartupError(
      "KEYSTEAD_SECRET is too easy to guess. Create one with: openssl rand -base64 48",
    );
  log.warn(
    { event: "secret.weak" },
    "KEYSTEAD_SECRET is too easy to guess: set a new one (openssl rand -base64 48), keep the old " +
      "one as KEYSTEAD_SECRET_PREVIOUS, and run: keystead signing-key rotate",
  );
}

/**
 * Whether the database belongs to the secret. `new`: nothing is encrypted yet. `foreign`: another
 * secret encrypted the signing key, so the server doesn't start.
 */
export type SecretUse = "new" | "same" | "foreign";

/** Finds out before a start whether the secret decrypts the newest signing key. */
export async function findSecretUse({
  db,
  secrets,
}: Pick<Service, "db" | "secrets">): Promise<SecretUse> {
  // Raw, because the database may not have been migrated yet.
  const [table] = await db.query(z.object({ exists: z.boolean() }))`
    SELECT to_regclass('"SigningKey"') IS NOT NULL AS "exists"`;
  if (table?.exists !== true) return "new";
  const key = await db.signingKey.findFirst({
    select: { privateJwe: true },
    orderBy: { createdAt: "desc" },
  });
  if (key === null) return "new";
  return secrets.open("signing-key", key.privateJwe).then(
    () => "same",
    () => "foreign",
  );
}
