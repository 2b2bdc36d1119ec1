import { randomBytes } from "node:crypto";
import type pg from "pg";
import { decodeTime, encodeTime, ulid } from "ulid";

const dayMs = 86_400_000;

/** Lists are in the order of ids, so an id is as old as its row. */
function newId(daysAgo = 0): string {
  const id = ulid();
  const at = decodeTime(id) - daysAgo * dayMs;
  return `${encodeTime(at, 10)}${id.slice(10)}`.toLowerCase();
}

const providers = {
  icloud: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
  google: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4",
  onePassword: "bada5566-a7aa-401f-bd96-45619a55120d",
  windows: "08987058-cadc-4b81-b6e1-30de50dcbe96",
};

const people = [
  ["Grace", "Hopper"],
  ["Alan", "Turing"],
  ["Katherine", "Johnson"],
  ["Edsger", "Dijkstra"],
  ["Hedy", "Lamarr"],
  ["Niklaus", "Wirth"],
  ["Radia", "Perlman"],
  ["Tony", "Hoare"],
] as const;

/** Metrics with their highest count in an hour. */
const busiest: [metric: string, most: number][] = [
  ["passkey.authenticated", 212],
  ["passkey.registered", 31],
  ["user.created", 24],
  ["challenge.created", 58],
  ["challenge.verified", 47],
  ["mail.sent", 58],
  ["code.exchanged", 240],
  ["failure.InvalidChallengeCode", 3],
  ["failure.VerificationFailed.user-verification", 1],
  ["failure.ChallengeExpired", 1],
  [`provider.${providers.icloud}`, 13],
  [`provider.${providers.google}`, 10],
  [`provider.${providers.windows}`, 4],
  [`provider.${providers.onePassword}`, 3],
];

/** Writes two weeks of activity: quiet nights, calmer weekends, and slow growth. */
async function insertActivity(database: pg.Client, tenancyId: string): Promise<void> {
  for (const [metric, most] of busiest)
    await database.query(
      `INSERT INTO "ActivityCount" ("tenancyId", "hour", "metric", "count")
       SELECT $1, h, $2, count FROM (
         SELECT h, round($3::float8
           * (0.12 + 0.88 * power(sin(pi() * extract(hour FROM h) / 24), 2))
           * (CASE WHEN extract(isodow FROM h) > 5 THEN 0.6 ELSE 1 END)
           * (1 - 0.014 * extract(epoch FROM now() - h) / 86400)
           * (0.9 + 0.2 * abs(sin(extract(epoch FROM h)))))::bigint AS count
         FROM generate_series(date_trunc('hour', now()) - interval '14 days',
           date_trunc('hour', now()), interval '1 hour') h) counts
       WHERE count > 0
       ON CONFLICT ("tenancyId", "hour", "metric") DO UPDATE SET "count" = EXCLUDED."count"`,
      [tenancyId, metric, most],
    );
}

/** The first user came first. */
const daysOf = (number: number) => 9 - number;

interface Sample {
  tenancyId: string;
  sub: string;
  email: string;
}

async function insertPasskey(
  database: pg.Client,
  { tenancyId, sub, email }: Sample,
  { aaguid, days, isSynced }: { aaguid: string; days: number; isSynced: boolean },
): Promise<string> {
  const id = newId(days);
  await database.query(
    `INSERT INTO "Passkey" ("tenancyId","id","sub","rpId","credentialId","userHandle","publicKey",
       "algorithm","signCount","transports","backupEligible","backedUp","userVerified","aaguid",
       "attestationFormat","username","displayName","namedAt","lastUsedAt","createdAt","updatedAt")
     VALUES ($1,$2,$3,'localhost',$4,$5,'\\x00',-7,0,'{internal,hybrid}',$6,$6,true,$7,'none',
       $8,$8,now(),now() - interval '2 hours',now() - $9 * interval '1 day',now())`,
    [
      tenancyId,
      id,
      sub,
      randomBytes(32).toString("base64url"),
      randomBytes(32).toString("base64url"),
      isSynced,
      aaguid,
      email,
      days,
    ],
  );
  return id;
}

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like " +
  "Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
const laptop =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/142.0.0.0 Safari/537.36";

const events = [
  { kind: "sign-in.succeeded", hours: 2, agent: laptop, passkey: 1 },
  {
    kind: "sign-in.refused",
    hours: 2.1,
    agent: laptop,
    reason: "VerificationFailed.user-verification",
  },
  { kind: "sign-in.succeeded", hours: 26, agent: phone, passkey: 0 },
  { kind: "code.verified", hours: 49, agent: phone },
  { kind: "registration.succeeded", hours: 49.1, agent: phone, passkey: 0 },
];

async function insertHistory(
  database: pg.Client,
  { tenancyId, sub }: Sample,
  passkeys: string[],
): Promise<void> {
  const { rows } = await database.query<{ now: number }>(
    'SELECT extract(epoch FROM now())::float8 * 1000 AS "now"',
  );
  for (const { kind, hours, agent, passkey, reason } of events) {
    const at = Math.floor((rows[0]?.now ?? 0) - hours * 3_600_000);
    await database.query(
      `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","reason","sub","passkeyId",
         "addressPrefix","userAgent","createdAt")
       VALUES ($1,$2,$3,$4,$5,$6,'203.0.113.0/24',$7,to_timestamp($8 / 1000.0))`,
      [
        tenancyId,
        `${encodeTime(at, 10)}${newId().slice(10)}`.toLowerCase(),
        kind,
        reason ?? null,
        sub,
        passkey === undefined ? null : passkeys[passkey],
        agent,
        at,
      ],
    );
  }
}

/**
 * Fills a tenancy with two weeks of activity and a few users.
 * @returns the user with passkeys and a history
 */
export async function insertSampleData(
  database: pg.Client,
  tenancyId: string,
): Promise<{ sub: string }> {
  await insertActivity(database, tenancyId);
  const samples: Sample[] = [];
  for (const [given, family] of people) {
    const days = daysOf(samples.length);
    const sample = {
      tenancyId,
      sub: newId(days),
      email: `${given}.${family}@example.com`.toLowerCase(),
    };
    samples.push(sample);
    await database.query(
      `INSERT INTO "User" ("tenancyId","sub","userId","email","emailNormalized","emailVerified",
         "givenName","familyName","selfService","createdAt","updatedAt")
       VALUES ($1,$2,$3,$4,$4,true,$5,$6,true,now() - $7 * interval '1 day',now())`,
      [tenancyId, sample.sub, `member-${samples.length}`, sample.email, given, family, days],
    );
  }
  const [first] = samples;
  if (first === undefined) throw new Error("there are no people");
  const passkeys = [
    await insertPasskey(database, first, { aaguid: providers.icloud, days: 2, isSynced: true }),
    await insertPasskey(database, first, {
      aaguid: providers.onePassword,
      days: 1,
      isSynced: true,
    }),
  ];
  await insertHistory(database, first, passkeys);
  return { sub: first.sub };
}
