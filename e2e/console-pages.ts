import { readdirSync } from "node:fs";
import type pg from "pg";
import { ulid } from "ulid";
import { systemClock } from "@/lib/platform/clock";
import { addChallenges, populate } from "@/testing/population";

/** Paths of all pages of the console, such as "[tenancyId]/users/[sub]". */
export const pages = readdirSync("app/console", { recursive: true, encoding: "utf8" })
  .filter((file) => /\/page\.tsx$|-tab\.tsx$/.test(file) && !file.includes("[tab]"))
  .map((file) => file.replace(/\([^)]*\)\//g, "").replace(/\/[\w-]+\.tsx$/, ""));

/** Pages that operators see before they are signed in. */
export const isOpen = (path: string) => /^(set-up|sign-in|invitation|recover)/.test(path);

type Parameters = Record<string, string | undefined>;

/** Returns the URL's path of a page. */
export const pathOf = (page: string, parameters: Parameters) =>
  `/console/${page.replace(/\[[.\w]+\]/g, (name) => parameters[name] ?? name)}`;

/**
 * Writes something for each page of a tenancy to show.
 * @param by the operator who did it
 * @returns the parameters of the pages
 */
export async function fillTenancy(
  database: pg.Client,
  tenancyId: string,
  by: string,
): Promise<Parameters> {
  const run = async ({ text, values }: { text: string; values: unknown[] }) =>
    (await database.query<Record<string, unknown>>(text, values)).rows;
  const place = { tenancyId, nowMs: systemClock.now() };
  const { subs, passkeyIds } = await populate(run, {
    ...place,
    rareEvery: 2,
    users: 3,
    passkeys: 3,
  });
  // The third one can still be entered.
  const [, , challengeId] = await addChallenges(run, { ...place, count: 3 });
  const ids = Array.from({ length: 4 }, () => ulid().toLowerCase());
  const [eventId, keyId, invitationId, webhookId] = ids;
  await database.query(
    `INSERT INTO "AuditEvent" ("tenancyId","id","action","actorKind","actorId","targetKind",
         "targetId","createdAt")
       VALUES ($1,$2,'user.disabled','operator',$3,'user',$4,now())`,
    [tenancyId, eventId, by, subs[0]],
  );
  await database.query(
    `INSERT INTO "AuditEvent" ("tenancyId","id","action","actorKind","actorId","targetKind",
         "targetId","createdAt")
       SELECT $1, substr($2, 1, 25) || place, action, 'operator', $3, kind, target, now()
       FROM unnest(
         '{api-key.locked,webhook.created,invitation.created,operator.signed-in,passkey.disabled,tenancy.suspended}'::text[],
         '{api-key,webhook,invitation,operator,passkey,tenancy}'::text[],
         $4::text[]
       ) WITH ORDINALITY AS e(action, kind, target, place)`,
    [
      tenancyId,
      ulid().toLowerCase(),
      by,
      [keyId, webhookId, invitationId, by, passkeyIds[0], tenancyId],
    ],
  );
  await database.query(
    `INSERT INTO "Webhook" ("tenancyId","id","name","url","secret","createdBy","createdAt",
         "updatedAt")
       VALUES ($1,$2,'Mirror','https://mirror.example/hook','sealed',$3,now(),now())`,
    [tenancyId, webhookId, by],
  );
  await database.query(
    `INSERT INTO "ApiKey" ("tenancyId","id","name","publicId","hash","scopes","lockedAt",
         "revokedAt","lastUsedAt","expiresAt","createdBy","createdAt")
       VALUES
         ($1,$2,'Shop, production',$2,'','{*}',NULL,NULL,now(),now() + interval '5 days',$3,now()),
         ($1,'k2','Mailer','bbcdefghjk','','{challenges,users:read}',now(),NULL,NULL,NULL,$3,now()),
         ($1,'k3','Old','cbcdefghjk','','{*}',NULL,now(),NULL,NULL,NULL,now())`,
    [tenancyId, keyId, by],
  );
  await database.query(
    `UPDATE "Tenancy" SET "rpId" = 'harbour.example', "rpIds" = '{localhost}',
         "allowedOrigins" = '{https://app.harbour.example,android:apk-key-hash:abc}'
       WHERE "id" = $1`,
    [tenancyId],
  );
  await database.query(
    `INSERT INTO "OperatorInvitation" ("tenancyId","id","email","emailNormalized","role",
         "invitedBy","createdAt","expiresAt")
       VALUES ($1,$2,'new@example.com','new@example.com','support',$3,now(),
         now() + interval '7 days')`,
    [tenancyId, invitationId, by],
  );
  await database.query(
    `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","sub","email","challengeId","createdAt")
     VALUES ($1,$2,'sign-in.succeeded',$4,NULL,NULL,now()),
       ($1,$3,'code.accepted',NULL,'person-2@example.com',$5,now())`,
    [tenancyId, ulid().toLowerCase(), ulid().toLowerCase(), subs[0], challengeId],
  );
  await database.query(
    `INSERT INTO "ActivityCount"
       SELECT $1, date_trunc('hour', now()) - make_interval(hours => i), metric, 30
       FROM generate_series(0, 48) i,
         unnest('{passkey.authenticated,challenge.verified}'::text[]) metric
       UNION ALL
       SELECT $1, date_trunc('hour', now()), 'failure.InvalidToken', 90`,
    [tenancyId],
  );
  return {
    "[tenancyId]": tenancyId,
    "[sub]": subs[0],
    "[passkeyId]": passkeyIds[0],
    "[eventId]": eventId,
    "[challengeId]": challengeId,
    "[keyId]": keyId,
    "[webhookId]": webhookId,
    "[...page]": "users",
  };
}
