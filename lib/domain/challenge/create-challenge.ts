import { z } from "zod";
import type { ChallengeCreated, CreateChallenge } from "@/lib/contract/challenge";
import { limits } from "@/lib/config";
import { hasScope } from "@/lib/domain/api-key/scope";
import { insertAudit } from "@/lib/domain/audit/insert-audit";
import { auditRows, recordAudit, type AuditAction } from "@/lib/domain/audit/record-audit";
import type { RunStatement, TenancyContext } from "@/lib/domain/context";
import { chooseLocale } from "@/lib/domain/email/choose-locale";
import { renderChallengeMail } from "@/lib/domain/email/render-challenge-mail";
import { sealMail } from "@/lib/domain/email/sealed-mail";
import { createSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { requireEmail, type Email } from "@/lib/domain/user/email";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { countUnderCeiling, isUnderCeiling, readCeiling } from "./challenge-ceiling";
import { createLongCode, macOfCode } from "./challenge-code";
import { isPending } from "./challenge-row";
import { askMailbox } from "./mailbox-limits";
import { refuseChallenge } from "./refuse-challenge";

/** All of a new challenge but what its mailbox decides: whether the code is long. */
interface Draft {
  id: string;
  email: Email;
  body: CreateChallenge;
  longCode: string;
  secretHash: Buffer;
  now: Date;
  expiresAt: Date;
  /** Null when no e-mail is to be sent. */
  sealed: string | null;
}

const Made = z.object({ isGuarded: z.boolean(), superseded: z.array(z.string()) });
type Made = z.infer<typeof Made>;

/** By whom a new challenge's predecessors are found: the application's user when it is named, else the mailbox. */
const predecessors = ({ body, email }: Draft) => (body.userId === undefined ? Prisma.sql`c."emailNormalized" = ${email.normalized}` : Prisma.sql`c."userId" = ${body.userId}`);

/** CTE "superseded": the challenges that a new one ends. */
function supersede(ctx: TenancyContext, draft: Draft): Prisma.Sql {
  const { body, now } = draft;
  // Not a condition within one statement: a plan that holds for both may scan all challenges to find that none is meant.
  if (!body.invalidateOthers) return Prisma.sql`superseded AS (SELECT NULL::text AS "id" WHERE FALSE)`;
  // Locked in one order, so that two that supersede each other's do not wait for one another.
  return Prisma.sql`
    superseded AS (
      UPDATE "Challenge" c SET "deletedAt" = ${now} FROM counted
      WHERE c."tenancyId" = ${ctx.tenancy.id} AND ${isPending(now)} AND c."id" IN (
        SELECT c."id" FROM "Challenge" c
        WHERE c."tenancyId" = ${ctx.tenancy.id} AND c."purpose" = ${body.purpose} AND ${predecessors(draft)} AND ${isPending(now)}
        ORDER BY c."id" FOR UPDATE)
      RETURNING c."id"
    )`;
}

/** Limits, ceiling, challenge, mail and audit in one statement; no row when a limit refuses, and then nothing was changed. */
async function write(ctx: TenancyContext, run: RunStatement, draft: Draft): Promise<Made | undefined> {
  const { id, email, body, now, expiresAt, longCode } = draft;
  const tenancyId = ctx.tenancy.id;
  const { codeDigits, codeAttempts } = ctx.tenancy;
  const actions: AuditAction[] = ["challenge.created", ...(body.skipRateLimit ? (["challenge.rate-limit-skipped"] as const) : [])];
  const events = auditRows(ctx, actions.map((action) => ({ action, target: { kind: "challenge", id } })));
  const metadata = body.metadata === undefined ? null : JSON.stringify(body.metadata);
  const isGuarded = Prisma.sql`asked."isGuarded"`;
  const attempts = Prisma.sql`CASE WHEN ${isGuarded} THEN ${Math.min(codeAttempts, limits.guardedCodeAttempts)}::int ELSE ${codeAttempts}::int END`;
  const [row] = await run(Prisma.sql`
    WITH ${readCeiling(ctx, now)},
    ${askMailbox(ctx, { email: email.normalized, now, skipsLimits: body.skipRateLimit, where: Prisma.sql`FROM used WHERE ${isUnderCeiling(ctx)}` })},
    ${countUnderCeiling(ctx, now)},
    ${supersede(ctx, draft)},
    made AS (
      INSERT INTO "Challenge" ("tenancyId", "id", "purpose", "email", "emailNormalized", "name", "userId", "metadata", "secretHash", "codeMac",
        "codeDigits", "attempts", "attemptsLeft", "isGuarded", "createdAt", "expiresAt")
      SELECT ${tenancyId}, ${id}, ${body.purpose}, ${email.shown}, ${email.normalized}, ${body.name ?? null}, ${body.userId ?? null}, ${metadata}::json, ${draft.secretHash},
        CASE WHEN ${isGuarded} THEN ${macOfCode(ctx, id, longCode)}::bytea ELSE ${macOfCode(ctx, id, longCode.slice(0, codeDigits))}::bytea END,
        CASE WHEN ${isGuarded} THEN ${limits.guardedCodeDigits}::int ELSE ${codeDigits}::int END, ${attempts}, ${attempts}, ${isGuarded}, ${now}, ${expiresAt}
      FROM asked, counted RETURNING "isGuarded"
    ), mail AS (
      INSERT INTO "OutboxMail" ("tenancyId", "id", "challengeId", "sealed", "dueAt", "expiresAt", "createdAt")
      SELECT ${tenancyId}, ${ctx.createId()}, ${id}, ${draft.sealed}::text, ${now}, ${expiresAt}, ${now} FROM made WHERE ${draft.sealed}::text IS NOT NULL
    ), audit AS (${insertAudit(events, Prisma.sql`made`)})
    SELECT "isGuarded", ARRAY(SELECT "id" FROM superseded) AS "superseded" FROM made`);
  return row === undefined ? undefined : Made.parse(row);
}

/** Those that supersede the same ones take turns, so that the last leaves itself alone pending. */
function writeAlone(ctx: TenancyContext, draft: Draft): Promise<Made | undefined> {
  const { purpose, userId } = draft.body;
  const turn = `challenge ${ctx.tenancy.id} ${purpose} ${userId === undefined ? `email ${draft.email.normalized}` : `user ${userId}`}`;
  return ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${turn}, 0))`;
    const made = await write(ctx, (statement) => tx.$queryRaw(statement), draft);
    const superseded = (made?.superseded ?? []).map((id) => ({ action: "challenge.superseded" as const, target: { kind: "challenge" as const, id } }));
    await recordAudit(ctx, tx, ...superseded);
    return made;
  });
}

function requireSkipScope({ actor }: TenancyContext): void {
  if (actor.kind === "apiKey" && !hasScope(actor.scopes, "challenges:skip-rate-limit"))
    throw new ServiceError("@error/Forbidden", undefined, "The API key lacks the scope challenges:skip-rate-limit.");
}

/**
 * Sends a code to a mailbox, and gives the caller the secret that it is verified with. Knows nothing of users: a mailbox
 * that has one and a mailbox that has none are the same to it. One round trip; a transaction when it supersedes others.
 * @throws InvalidEmail · ChallengeRateLimited, having changed nothing · Forbidden without the scope to skip limits
 */
export async function createChallenge(ctx: TenancyContext, body: CreateChallenge): Promise<ChallengeCreated> {
  const email = requireEmail(body.email);
  if (body.skipRateLimit) requireSkipScope(ctx);
  const { value: secret, hash: secretHash } = createSecretValue();
  const now = new Date(ctx.clock.now());
  const expiresAt = new Date(now.getTime() + ctx.tenancy.codeMs);
  const longCode = createLongCode();
  const mail = { kind: "challenge" as const, to: email.shown, purpose: body.purpose, name: body.name, longCode, locale: chooseLocale(body.locale, ctx.tenancy.locale), lifetimeMs: ctx.tenancy.codeMs };
  const sealed = body.sendEmail ? await sealMail(ctx, mail) : null;
  const draft: Draft = { id: ctx.createId(), email, body, longCode, secretHash, now, expiresAt, sealed };
  const made = await (body.invalidateOthers ? writeAlone(ctx, draft) : write(ctx, ctx.run, draft));
  if (made === undefined) return refuseChallenge(ctx, { email: email.normalized, now, skipsLimits: body.skipRateLimit });
  if (sealed !== null) ctx.mail.wake();
  const digits = made.isGuarded ? limits.guardedCodeDigits : ctx.tenancy.codeDigits;
  const { html, text } = renderChallengeMail(ctx, { ...mail, digits });
  const { userId, purpose, metadata } = body;
  return {
    _tag: "ChallengeCreated",
    challenge: {
      challengeId: draft.id,
      purpose,
      email: email.shown,
      ...(userId === undefined ? {} : { userId }),
      createdAt: now.getTime(),
      expiresAt: expiresAt.getTime(),
      metadata: metadata ?? null,
      secret,
      code: longCode.slice(0, digits),
      message: { html, text },
    },
  };
}
