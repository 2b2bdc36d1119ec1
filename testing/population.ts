import { randomBytes } from "node:crypto";
import { createId } from "@/lib/platform/id";
import { Prisma } from "@/prisma/generated/client";

/** Runs a statement whose rows do not matter: `db.query(z.never())`, or a client of pg. */
type RunStatement = (statement: Prisma.Sql) => Promise<unknown>;

/** Values of the rare passkeys in a population. */
export const rare = {
  aaguid: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4",
  rpId: "rare.example",
};

const usual = {
  aaguids: ["fbfc3007-154e-4ecc-8c0b-6e020557d7bd", "00000000-0000-0000-0000-000000000000"],
  rpId: "localhost",
};

interface Size {
  tenancyId: string;
  nowMs: number;
  users: number;
  passkeys: number;
  /** One passkey in this many is rare. */
  rareEvery: number;
}

const batch = 5_000;
const yearMs = 365 * 86_400_000;
const emailOf = (number: number) => `person-${number}@example.com`;

function* ranges(count: number) {
  for (let from = 0; from < count; from += batch)
    yield Array.from({ length: Math.min(batch, count - from) }, (_, index) => from + index);
}

/**
 * Fills a tenancy with users and passkeys, created over a year at the times of their ids. Rare passkeys
 * were last used when they were created, the others now.
 * @returns both kinds of ids, oldest first
 */
export async function populate(
  run: RunStatement,
  { tenancyId, nowMs, users, passkeys, rareEvery }: Size,
): Promise<{ subs: string[]; passkeyIds: string[] }> {
  const timeAt = (number: number, count: number) =>
    Math.floor(nowMs - yearMs + (number * yearMs) / count);
  const idsOf = (count: number) =>
    Array.from({ length: count }, (_, number) => createId(timeAt(number, count)));
  const timesOf = (numbers: readonly number[], count: number) =>
    numbers.map((number) => new Date(timeAt(number, count)));
  const subs = idsOf(users);
  const passkeyIds = idsOf(passkeys);
  for (const numbers of ranges(users)) {
    const emails = numbers.map(emailOf);
    await run(Prisma.sql`
      INSERT INTO "User" (
        "tenancyId", "sub", "userId", "email", "emailNormalized", "emailVouched",
        "givenName", "familyName", "selfService", "disabledAt", "createdAt", "updatedAt"
      )
      SELECT
        ${tenancyId}, n."sub", 'user-' || n."number", n."email", n."email", true,
        'Given' || n."number" % 1000, 'Family' || n."number", false,
        CASE WHEN n."number" % ${rareEvery} = 1 THEN now() END, n."createdAt", n."createdAt"
      FROM unnest(
        ${numbers.map((number) => subs[number])}::text[], ${emails}::text[], ${numbers}::int[],
        ${timesOf(numbers, users)}::timestamptz[]
      ) AS n("sub", "email", "number", "createdAt")`);
  }
  for (const numbers of ranges(passkeys)) {
    const credentialIds = numbers.map(() => randomBytes(32).toString("base64url"));
    await run(Prisma.sql`
      INSERT INTO "Passkey" (
        "tenancyId", "id", "sub", "rpId", "credentialId", "userHandle", "publicKey", "algorithm",
        "signCount", "transports", "backupEligible", "backedUp", "userVerified", "aaguid",
        "attestationFormat", "username", "displayName", "namedAt", "disabledAt", "lastUsedAt",
        "createdAt", "updatedAt"
      )
      SELECT
        ${tenancyId}, n."id", n."sub",
        CASE WHEN n."isRare" THEN ${rare.rpId} ELSE ${usual.rpId} END,
        n."credentialId", n."credentialId", decode('a5', 'hex'), -7,
        0, '{internal,hybrid}', true, NOT n."isRare", true,
        CASE
          WHEN n."isRare" THEN ${rare.aaguid}
          ELSE (${usual.aaguids}::text[])[1 + n."number" % 2]
        END,
        'none', n."username", n."username", n."createdAt",
        CASE WHEN n."isRare" THEN now() END,
        CASE
          WHEN n."isRare" THEN n."createdAt"
          WHEN n."number" % ${rareEvery} = 3 THEN NULL
          ELSE now()
        END,
        n."createdAt", n."createdAt"
      FROM (
        SELECT *, "number" % ${rareEvery} = 2 AS "isRare"
        FROM unnest(
          ${numbers.map((number) => passkeyIds[number])}::text[],
          ${numbers.map((number) => subs[number % users])}::text[],
          ${credentialIds}::text[],
          ${numbers.map((number) => emailOf(number % users))}::text[],
          ${numbers}::int[],
          ${timesOf(numbers, passkeys)}::timestamptz[]
        ) AS m("id", "sub", "credentialId", "username", "number", "createdAt")
      ) n`);
  }
  await run(Prisma.sql`ANALYZE "User", "Passkey"`);
  return { subs, passkeyIds };
}

/**
 * Adds challenges, each with its email: verified, expired and pending in turn.
 * @returns their ids
 */
export async function addChallenges(
  run: RunStatement,
  { tenancyId, nowMs, count }: { tenancyId: string; nowMs: number; count: number },
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, number) => createId(nowMs - count + number));
  for (const numbers of ranges(count)) {
    const rows = Prisma.sql`
      unnest(
        ${numbers.map((number) => ids[number])}::text[],
        ${numbers.map(emailOf)}::text[],
        ${numbers}::int[]
      ) AS c("id", "email", "number")`;
    await run(Prisma.sql`
      INSERT INTO "Challenge" (
        "tenancyId", "id", "purpose", "email", "emailNormalized", "secretHash", "codeMac",
        "codeDigits", "attempts", "attemptsLeft", "isGuarded", "createdAt", "expiresAt", "verifiedAt"
      )
      SELECT
        ${tenancyId}, c."id", 'login', c."email", c."email", '\\x00', '\\x00',
        6, 5, 5, false, now(),
        now() + CASE WHEN c."number" % 3 = 1 THEN interval '-1 hour' ELSE interval '1 hour' END,
        CASE WHEN c."number" % 3 = 0 THEN now() END
      FROM ${rows}`);
    await run(Prisma.sql`
      INSERT INTO "OutboxMail" (
        "tenancyId", "id", "challengeId", "state", "attempts",
        "dueAt", "expiresAt", "createdAt", "sentAt"
      )
      SELECT
        ${tenancyId}, c."id", c."id", 'sent', 1,
        now(), now() + interval '1 hour', now(), now()
      FROM ${rows}`);
  }
  return ids;
}

const hourMs = 3_600_000;
const metrics = [
  "passkey.authenticated",
  "passkey.registered",
  "challenge.created",
  "challenge.verified",
  "mail.sent",
  "mail.dead",
  "failure.InvalidChallengeCode",
  "failure.VerificationFailed.origin",
  "provider.unknown",
];

/** Adds a month of counters. The number of rows does not depend on how much a tenancy is used. */
export async function addCounters(
  run: RunStatement,
  { tenancyId, nowMs, each }: { tenancyId: string; nowMs: number; each: number },
): Promise<void> {
  const hours = Array.from(
    { length: 30 * 24 },
    (_, back) => new Date(Math.floor(nowMs / hourMs) * hourMs - back * hourMs),
  );
  await run(
    Prisma.sql`
      INSERT INTO "ActivityCount"
      SELECT ${tenancyId}, h, m, ${each}
      FROM unnest(${hours}::timestamptz[]) AS h, unnest(${metrics}::text[]) AS m`,
  );
}
