import type { TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { limits } from "@/lib/limits";
import { findMatchingSubs } from "./search-users";

/** Of the part before the "@" and of the domain, so that colleagues don't count as similar. */
const leastSimilarity = 0.5;

/** Three letters in a row, as pg_trgm splits a text. */
function trigramsOf(text: string): Set<string> {
  const padded = `  ${text} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
}

/** Returns the share of trigrams that both texts have, from 0 to 1. */
function similarityOf(one: string, other: string): number {
  const ones = trigramsOf(one);
  const others = trigramsOf(other);
  const shared = [...ones].filter((trigram) => others.has(trigram)).length;
  return shared / (ones.size + others.size - shared);
}

const shortestPart = 3;

function splitAddress(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf("@");
  return [address.slice(0, at), address.slice(at + 1)];
}

/** Returns how similar both parts of two addresses are, up to 2; 0 if one part isn't similar. */
function similarityOfAddresses(one: string, other: string): number {
  const [local, domain] = splitAddress(one);
  const [otherLocal, otherDomain] = splitAddress(other);
  const parts = [similarityOf(local, otherLocal), similarityOf(domain, otherDomain)];
  return Math.min(...parts) < leastSimilarity ? 0 : parts.reduce((sum, part) => sum + part, 0);
}

/** Parts of a normalized address that are intact if the mistake is elsewhere in it. */
export function intactParts(address: string): string[] {
  const [local, domain] = splitAddress(address);
  const half = Math.ceil(local.length / 2);
  const parts = [
    local.slice(0, half),
    local.slice(half),
    `${local}@`,
    `${local.slice(half)}@${domain}`,
  ];
  return [...new Set(parts)].filter((part) => part.length >= shortestPart);
}

/** Returns the values whose email looks like an address, the most similar first. */
export const mostSimilar = <T extends { email: string }>(
  values: readonly T[],
  address: string,
  count: number,
): T[] =>
  values
    .map((value) => ({
      value,
      similarity: similarityOfAddresses(value.email.toLowerCase(), address),
    }))
    .filter(({ similarity }) => similarity > 0)
    .toSorted((one, other) => other.similarity - one.similarity)
    .slice(0, count)
    .map(({ value }) => value);

/**
 * Returns emails of users that look like a mistyped address, the most similar first. Searches for
 * parts of the address with the index of user searches, and compares a bounded number of users.
 * Returns [] for a text that isn't an address.
 */
export async function suggestEmails(
  ctx: TenancyContext,
  { text, rows }: { text: string; rows: number },
): Promise<string[]> {
  const address = parseEmail(text)?.normalized;
  if (address === undefined) return [];
  const tenancyId = ctx.tenancy.id;
  const found = await Promise.all(
    intactParts(address).map((part) =>
      findMatchingSubs(ctx, { tenancyId, text: part, rows: limits.suggestedFrom }),
    ),
  );
  const users = await ctx.db.user.findMany({
    where: { tenancyId, sub: { in: [...new Set(found.flat())] }, email: { not: "" } },
    select: { email: true },
  });
  const emails = [...new Set(users.map(({ email }) => email))];
  return mostSimilar(
    emails.map((email) => ({ email })),
    address,
    rows,
  ).map(({ email }) => email);
}
