import type { RunningConfig } from "@/lib/config";
import type { Service } from "@/lib/domain/context";
import { StartupError } from "@/lib/errors";

const minBytes = 32;
// None shorter than six letters: random base64 holds those now and then.
const commonWords = /password|passwort|secret|keystead|qwerty|letmein|default/i;

/**
 * Bytes that a text of this alphabet can stand for: 64 hexadecimal digits are 32 bytes, and so are
 * 43 characters of base64.
 */
function decodedBytes(secret: string): number {
  if (/^[0-9a-f]+$/i.test(secret)) return Math.floor(secret.length / 2);
  if (/^[\w+/-]+={0,2}$/.test(secret))
    return Math.floor((secret.replace(/=+$/, "").length * 3) / 4);
  return Buffer.byteLength(secret);
}

/** Whether eight characters occur twice, as in a short text that was repeated to be long. */
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
 * Whether every other character equals the one before it or is its neighbour, as in `abc123`. Of
 * random hexadecimal digits one in five does.
 */
function isSequence(secret: string): boolean {
  const neighbours = [...secret].filter(
    (character, index) =>
      index > 0 && Math.abs(character.charCodeAt(0) - secret.charCodeAt(index - 1)) <= 1,
  );
  return neighbours.length > secret.length / 2;
}

/**
 * Whether a secret is unlikely to be 32 random bytes, as `openssl rand -base64 48` or `openssl rand
 * -hex 32` write them. A coarse test: it finds passwords, words, samples and patterns.
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
 * In production: refuses a weak KEYSTEAD_SECRET where nothing is sealed under it yet. An
 * installation that runs on one goes on, with a warning that names the command which changes it.
 * @throws StartupError on a new installation
 */
export async function refuseWeakSecret(
  { db, log }: Pick<Service, "db" | "log">,
  { mode, secret }: Pick<RunningConfig, "mode" | "secret">,
): Promise<void> {
  if (mode !== "production" || !isWeakSecret(secret)) return;
  // Every start leaves a signing key, sealed under the secret.
  if ((await db.signingKey.findFirst({ select: { kid: true } })) === null)
    throw new StartupError(
      "KEYSTEAD_SECRET is too easy to guess; make one with: openssl rand -base64 48",
    );
  log.warn(
    { event: "secret.weak" },
    "KEYSTEAD_SECRET is too easy to guess; set a new one (openssl rand -base64 48), keep the old one as KEYSTEAD_SECRET_PREVIOUS, and run: npm run -s keystead -- keys rotate",
  );
}
