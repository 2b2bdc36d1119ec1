import { readdirSync } from "node:fs";
import { ulid } from "ulid";
import { systemClock } from "@/lib/platform/clock";
import { addChallenges, populate } from "@/testing/population";
import { expectNoBarrier, findClipped } from "./barriers";
import { expect, test } from "./console-fixtures";

/** Paths of all pages of the console, such as "[tenancyId]/users/[sub]". */
const pages = readdirSync("app/console", { recursive: true, encoding: "utf8" })
  .filter((file) => /\/page\.tsx$|-tab\.tsx$/.test(file) && !file.includes("[tab]"))
  .map((file) => file.replace(/\([^)]*\)\//g, "").replace(/\/[\w-]+\.tsx$/, ""));

/** Pages that operators see before they are signed in. */
const isOpen = (path: string) => /^(set-up|sign-in|invitation|recover)/.test(path);

test("no page of the console has a barrier", async ({
  page,
  authenticator,
  operator,
  tenancy,
  database,
  context,
}, info) => {
  const run = async ({ text, values }: { text: string; values: unknown[] }) =>
    (await database.query<Record<string, unknown>>(text, values)).rows;
  const place = { tenancyId: tenancy.id, nowMs: systemClock.now() };
  const { subs, passkeyIds } = await populate(run, {
    ...place,
    rareEvery: 2,
    users: 3,
    passkeys: 3,
  });
  const [challengeId] = await addChallenges(run, { ...place, count: 3 });
  const { sub } = await operator();
  await authenticator.setTakesOffers(false);
  const [eventId, keyId, invitationId] = [ulid(), ulid(), ulid()].map((id) => id.toLowerCase());
  await database.query(
    `INSERT INTO "AuditEvent" ("tenancyId","id","action","actorKind","actorId","targetKind",
         "targetId","createdAt")
       VALUES ($1,$2,'user.disabled','operator',$3,'user',$4,now())`,
    [tenancy.id, eventId, sub, subs[0]],
  );
  await database.query(
    `INSERT INTO "ApiKey" ("tenancyId","id","name","publicId","hash","scopes","lockedAt",
         "revokedAt","lastUsedAt","expiresAt","createdBy","createdAt")
       VALUES
         ($1,$2,'Shop, production',$2,'','{*}',NULL,NULL,now(),now() + interval '5 days',$3,now()),
         ($1,'k2','Mailer','bbcdefghjk','','{challenges,users:read}',now(),NULL,NULL,NULL,$3,now()),
         ($1,'k3','Old','cbcdefghjk','','{*}',NULL,now(),NULL,NULL,NULL,now())`,
    [tenancy.id, keyId, sub],
  );
  await database.query(
    `UPDATE "Tenancy" SET "rpId" = 'harbour.example', "rpIds" = '{localhost}',
         "allowedOrigins" = '{https://app.harbour.example,android:apk-key-hash:abc}'
       WHERE "id" = $1`,
    [tenancy.id],
  );
  await database.query(
    `INSERT INTO "OperatorInvitation" ("tenancyId","id","email","emailNormalized","role",
         "invitedBy","createdAt","expiresAt")
       VALUES ($1,$2,'new@example.com','new@example.com','support',$3,now(),
         now() + interval '7 days')`,
    [tenancy.id, invitationId, sub],
  );
  await database.query(
    `INSERT INTO "ActivityCount"
       SELECT $1, date_trunc('hour', now()) - make_interval(hours => i), metric, 30
       FROM generate_series(0, 48) i,
         unnest('{passkey.authenticated,challenge.verified}'::text[]) metric
       UNION ALL
       SELECT $1, date_trunc('hour', now()), 'failure.InvalidToken', 90`,
    [tenancy.id],
  );
  const parameters: Record<string, string | undefined> = {
    "[tenancyId]": tenancy.id,
    "[sub]": subs[0],
    "[passkeyId]": passkeyIds[0],
    "[eventId]": eventId,
    "[challengeId]": challengeId,
    "[...page]": "users",
  };
  expect(pages.length).toBeGreaterThan(20);
  for (const one of [...pages, "nowhere"].sort((a, b) => Number(isOpen(a)) - Number(isOpen(b)))) {
    if (isOpen(one)) await context.clearCookies();
    const path = one.replace(/\[[.\w]+\]/g, (name) => parameters[name] ?? name);
    await page.goto(`/console/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (one === "[tenancyId]")
      await expect(page.getByText("More requests fail than usual")).toBeVisible();
    const alsoCheck = async () =>
      await expect.poll(() => page.getByRole("table").evaluateAll(findClipped), one).toEqual([]);
    await expectNoBarrier({ page, info, alsoCheck }, one.replaceAll("/", "-"));
  }
});
