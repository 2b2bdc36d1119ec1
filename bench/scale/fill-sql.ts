// The statements that fill a database. Every value follows from a row's number, so that tables fill
// without joins and in the order of their keys.
import { rare } from "@/testing/population";

/** The number of rows in each tenancy. */
export interface Size {
  tenancies: number;
  users: number;
  passkeys: number;
  events: number;
  timelineEvents: number;
  /** One passkey in this many is rare; see `rare`. */
  rareEvery: number;
}

export const filledTables = ["User", "UserHandle", "Passkey", "AuditEvent", "TimelineEvent"];

/** Passkeys of user 0, the default maximum. */
const passkeysOfTheFullest = 20;
const eventsPerSeal = 1_000;
const yearMs = 365 * 86_400_000;
const monthMs = 30 * 86_400_000;
/** Timeline events with `rareReason`, in each tenancy. */
const rareTimelineEvents = 20;
export const commonReason = "VerificationFailed.origin";
export const rareReason = "PasskeyDisabled";
const aaguids = ["fbfc3007-154e-4ecc-8c0b-6e020557d7bd", "00000000-0000-0000-0000-000000000000"];

const crockford = "'0123456789abcdefghjkmnpqrstvwxyz'";
const timeCharacters = Array.from(
  { length: 10 },
  (_, index) => `substr(${crockford}, 1 + ((ms >> ${45 - 5 * index}) & 31)::int, 1)`,
);

/** Functions of the session: ids in our layout, and 32 bytes in base64url. */
export const createFunctions = `
  CREATE FUNCTION pg_temp.id_at(ms bigint, seed text) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$ SELECT ${timeCharacters.join(" || ")} || substr(md5(seed), 1, 16) $$;
  CREATE FUNCTION pg_temp.bytes_of(seed text) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$ SELECT translate(rtrim(encode(sha256(seed::bytea), 'base64'), '='), '+/', '-_') $$`;

/** Creates the table "filled" of tenancies. */
export const listTenancies = ({ tenancies }: Size, nowMs: number) => `
  CREATE TEMP TABLE "filled" AS
  SELECT n AS "number", pg_temp.id_at(${nowMs} + n, 'tenancy ' || n) COLLATE "C" AS "id"
  FROM generate_series(1, ${tenancies}) n`;

/** Copies a tenancy and its keys, which are then valid in every tenancy. $1 the tenancy. */
export const copyTenancy = [
  `INSERT INTO "Tenancy" SELECT copy.* FROM "Tenancy" t, "filled" f,
     jsonb_populate_record(t, jsonb_build_object('id', f."id", 'clientId', f."id",
       'name', 'Tenancy ' || f."number")) copy
   WHERE t."id" = $1 AND f."number" > 1`,
  `INSERT INTO "ApiKey" SELECT copy.* FROM "ApiKey" k, "filled" f,
     jsonb_populate_record(k, jsonb_build_object('tenancyId', f."id")) copy
   WHERE k."tenancyId" = $1 AND f."number" > 1`,
];

const millisecondsOf = (number: string, count: number, nowMs: number) =>
  `(${nowMs - yearMs} + (${number})::bigint * ${yearMs} / ${count})`;
const timeOf = (ms: string) => `to_timestamp(${ms} / 1000.0)`;

interface Expressions {
  sub: (user: string) => string;
  passkeyId: (passkey: string) => string;
}

/** The ids of a tenancy `f` by number. Users and passkeys were created evenly over a year. */
export const idsOf = ({ users, passkeys }: Size, nowMs: number): Expressions => ({
  sub: (user) =>
    `pg_temp.id_at(${millisecondsOf(user, users, nowMs)}, 'user ' || f."number" || ' ' || ${user})`,
  passkeyId: (passkey) =>
    `pg_temp.id_at(${millisecondsOf(passkey, passkeys, nowMs)}, 'passkey ' || f."number" || ' ' || ${passkey})`,
});

/** The number of a passkey's user. A user's passkeys are far apart. */
const ownerOf = (passkey: string, { users, passkeys }: Size) =>
  `CASE WHEN ${passkey} % ${Math.ceil(passkeys / passkeysOfTheFullest)} = 0 THEN 0
     ELSE 1 + ${passkey} % ${users - 1} END`;

// The reference to f keeps the rows in the order of tenancies.
const each = (count: number) =>
  `"filled" f, LATERAL generate_series(0, ${count - 1} + 0 * f."number") n`;

export function fillUsers(size: Size, nowMs: number): string[] {
  const { sub } = idsOf(size, nowMs);
  const created = timeOf(millisecondsOf("n", size.users, nowMs));
  return [
    `INSERT INTO "User" ("tenancyId", "sub", "userId", "email", "emailNormalized", "emailVouched",
       "givenName", "familyName", "selfService", "disabledAt", "createdAt", "updatedAt")
     SELECT f."id", ${sub("n")}, 'user-' || n, 'person-' || n || '@example.com',
       'person-' || n || '@example.com', true, 'Given' || n % 1000, 'Family' || n, false,
       CASE WHEN n % ${size.rareEvery} = 1 THEN now() END, ${created}, ${created}
     FROM ${each(size.users)}`,
    `INSERT INTO "UserHandle" ("tenancyId", "sub", "rpId", "userHandle", "createdAt")
     SELECT f."id", ${sub("n")}, 'localhost', pg_temp.bytes_of('handle ' || f."number" || ' ' || n),
       ${created}
     FROM ${each(size.users)}`,
  ];
}

/** $1 COSE keys, which the passkeys share. */
export function fillPasskeys(size: Size, nowMs: number): string {
  const { sub, passkeyId } = idsOf(size, nowMs);
  const created = timeOf(millisecondsOf("n", size.passkeys, nowMs));
  return `
    INSERT INTO "Passkey" ("tenancyId", "id", "sub", "rpId", "credentialId", "userHandle",
      "publicKey", "algorithm", "signCount", "transports", "backupEligible", "backedUp",
      "userVerified", "aaguid", "attestationFormat", "username", "displayName", "namedAt",
      "disabledAt", "lastUsedAt", "createdAt", "updatedAt")
    SELECT f."id", ${passkeyId("n")}, ${sub("p.owner")},
      CASE WHEN p.rare THEN '${rare.rpId}' ELSE 'localhost' END,
      pg_temp.bytes_of('credential ' || f."number" || ' ' || n),
      pg_temp.bytes_of('handle ' || f."number" || ' ' || p.owner),
      ($1::bytea[])[1 + n % array_length($1::bytea[], 1)], -7, 0, '{internal,hybrid}', true,
      NOT p.rare, true,
      CASE WHEN p.rare THEN '${rare.aaguid}' ELSE ('{${aaguids.join(",")}}'::text[])[1 + n % 2] END,
      'none', 'person-' || p.owner || '@example.com', 'Person ' || p.owner, ${created},
      CASE WHEN p.rare THEN ${created} END,
      CASE WHEN p.rare THEN ${created}
        WHEN n % ${size.rareEvery} = 3 THEN NULL ELSE now() END,
      ${created}, ${created}
    FROM ${each(size.passkeys)},
      LATERAL (SELECT ${ownerOf("n", size)} AS owner, n % ${size.rareEvery} = 2 AS rare) p`;
}

/** Sealed sign-ins. The hashes of the seals are not real, so the chain doesn't verify. */
export function fillEvents(size: Size, nowMs: number): string[] {
  const { passkeyId } = idsOf(size, nowMs);
  const ms = millisecondsOf("n", size.events, nowMs);
  const target = `n % ${size.passkeys}`;
  return [
    `INSERT INTO "AuditEvent" ("tenancyId", "id", "action", "actorKind", "targetKind", "targetId",
       "requestId", "createdAt", "sealId")
     SELECT f."id", pg_temp.id_at(${ms}, 'event ' || f."number" || ' ' || n),
       'passkey.authenticated', 'browser', 'passkey', ${passkeyId(target)},
       md5('request ' || n), ${timeOf(ms)},
       1 + ((f."number" - 1)::bigint * ${size.events} + n) / ${eventsPerSeal}
     FROM ${each(size.events)}`,
    `INSERT INTO "AuditSeal" ("id", "events", "previousHash", "hash", "sealedAt")
     SELECT s, ${eventsPerSeal}, '\\x00', '\\x00', now()
     FROM generate_series(1, ${Math.ceil((size.tenancies * size.events) / eventsPerSeal)}) s`,
  ];
}

/** A month of sign-ins, one in five refused, and codes of every tenth event's mailbox. */
export function fillTimeline(size: Size, nowMs: number): string {
  const { sub, passkeyId } = idsOf(size, nowMs);
  const ms = `(${nowMs - monthMs} + n::bigint * ${monthMs} / ${Math.max(1, size.timelineEvents)})`;
  const rareEvery = Math.max(1, Math.floor(size.timelineEvents / rareTimelineEvents));
  const user = `n % ${size.users}`;
  return `
    INSERT INTO "TimelineEvent" ("tenancyId", "id", "kind", "reason", "sub", "email", "passkeyId",
      "requestId", "addressPrefix", "userAgent", "createdAt")
    SELECT f."id", pg_temp.id_at(${ms}, 'timeline ' || f."number" || ' ' || n),
      CASE WHEN k.is_code THEN 'code.requested' WHEN k.reason IS NULL THEN 'sign-in.succeeded'
        ELSE 'sign-in.refused' END,
      CASE WHEN NOT k.is_code THEN k.reason END, ${sub(user)},
      CASE WHEN k.is_code THEN 'person-' || ${user} || '@example.com' END,
      CASE WHEN NOT k.is_code THEN ${passkeyId(`(n % ${size.passkeys})`)} END,
      md5('request ' || n), '203.0.113.0/24', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
      ${timeOf(ms)}
    FROM ${each(size.timelineEvents)},
      LATERAL (SELECT n % 10 = 9 AND n % ${rareEvery} <> 2 AS is_code,
        CASE WHEN n % ${rareEvery} = 2 THEN '${rareReason}'
          WHEN n % 5 = 0 THEN '${commonReason}' END AS reason) k`;
}
