// A request with an Idempotency-Key has a row (contract §10). An attempt reserves it, and writes its
// reply into it in the transaction of its effect. The states of a row:
// - running: `replyKeptUntil` is null. An attempt that died leaves this state, which ends after
//   `lifetimes.idempotentAttemptMs`.
// - succeeded: retries get the reply until `replyKeptUntil`. The row stays until `expiresAt`.
// A refusal deletes the row.
import { z } from "zod";
import type { Queryable, Service, TenancyContext } from "@/lib/domain/base/context";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import { ServiceError } from "@/lib/errors";
import { lifetimes, limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/** A request with an Idempotency-Key. */
export interface IdempotentRequest {
  /** The text of the API key that sent it, and the Idempotency-Key. */
  keys: { apiKey: string; idempotencyKey: string };
  /** The operation and its parsed input, as text. */
  content: string;
  /** How long the reply is kept, in ms. */
  keptMs: number;
  /** What identifies the users whom the request or its reply describes: ids and emails. */
  identifiersOf: (reply: string) => string[];
}

/** An attempt that holds the reservation. */
export interface Attempt {
  id: string;
  /** Names the row: a MAC of `request.keys`. */
  name: Uint8Array<ArrayBuffer>;
  request: IdempotentRequest;
}

/** An attempt succeeded after another one had taken over its reservation. Its transaction rolls back. */
export class AttemptReplaced extends Error {
  override name = "AttemptReplaced";
}

const Row = z.object({
  name: z.instanceof(Uint8Array<ArrayBuffer>),
  fingerprint: z.instanceof(Uint8Array),
  startedAt: z.date(),
  reply: z.string().nullable(),
  replyKeptUntil: z.date().nullable(),
  expiresAt: z.date(),
});
type Row = z.infer<typeof Row>;

const purpose = "idempotency";

// JSON, so that two pairs of texts never give the same name.
const namesOf = ({ secrets }: TenancyContext, { keys }: IdempotentRequest) =>
  secrets.macs(purpose, JSON.stringify([keys.apiKey, keys.idempotencyKey]));

const fingerprintsOf = ({ secrets }: TenancyContext, { content }: IdempotentRequest) =>
  secrets.macs(purpose, content);

async function findRow(ctx: TenancyContext, request: IdempotentRequest): Promise<Row | undefined> {
  const [row] = await ctx.db.query(Row)`
    SELECT "name", "fingerprint", "startedAt", "reply", "replyKeptUntil", "expiresAt"
    FROM "IdempotentRequest"
    WHERE "tenancyId" = ${ctx.tenancy.id} AND "name" IN (${Prisma.join(namesOf(ctx, request))})`;
  return row;
}

/** Whether a row no longer counts: it has ended, or its attempt has died. */
const isFree = ({ replyKeptUntil, startedAt, expiresAt }: Row, now: number) =>
  expiresAt.getTime() <= now ||
  (replyKeptUntil === null && startedAt.getTime() + lifetimes.idempotentAttemptMs <= now);

/** Inserts a row, or takes over a free one, if the tenancy has room. One atomic statement. */
async function insertOrTakeOver(
  { db, tenancy, clock }: TenancyContext,
  attempt: Attempt,
  fingerprint: Uint8Array,
): Promise<boolean> {
  const now = new Date(clock.now());
  const diedBefore = new Date(now.getTime() - lifetimes.idempotentAttemptMs);
  const expiresAt = new Date(now.getTime() + lifetimes.idempotentRequestMs);
  const count = await db.$executeRaw`
    INSERT INTO "IdempotentRequest" AS i
      ("tenancyId", "name", "fingerprint", "attemptId", "startedAt", "expiresAt")
    SELECT ${tenancy.id}, ${attempt.name}, ${fingerprint}, ${attempt.id}, ${now}, ${expiresAt}
    WHERE (
      SELECT count(*) FROM (
        SELECT 1 FROM "IdempotentRequest"
        WHERE "tenancyId" = ${tenancy.id} AND "name" <> ${attempt.name} AND "expiresAt" > ${now}
        LIMIT ${limits.idempotentRequests}) live
    ) < ${limits.idempotentRequests}
    ON CONFLICT ("tenancyId", "name") DO UPDATE SET
      "fingerprint" = excluded."fingerprint", "attemptId" = excluded."attemptId",
      "startedAt" = excluded."startedAt", "expiresAt" = excluded."expiresAt",
      "reply" = NULL, "replyKeptUntil" = NULL
    WHERE i."expiresAt" <= ${now}
      OR (i."replyKeptUntil" IS NULL AND i."startedAt" <= ${diedBefore})`;
  return count === 1;
}

const conflict = (message: string) => new ServiceError("@error/IdempotencyConflict", {}, message);

/** Opens the reply of an earlier attempt. @throws IdempotencyConflict if there is none to return */
function replyOf(
  ctx: TenancyContext,
  request: IdempotentRequest,
  { fingerprint, reply, replyKeptUntil }: Row,
): string {
  if (!fingerprintsOf(ctx, request).some((own) => own.equals(fingerprint)))
    throw conflict("Another request was sent with this Idempotency-Key. Use a new one.");
  if (replyKeptUntil === null)
    throw new ServiceError("@error/IdempotencyConflict", { retryAfterSeconds: 1 });
  if (reply === null || replyKeptUntil.getTime() <= ctx.clock.now())
    throw conflict(
      "This request succeeded earlier, and its reply is no longer kept. Use a new Idempotency-Key.",
    );
  return ctx.secrets.openBound(purpose, request.keys, reply);
}

/**
 * Reserves the row of a request, or returns the reply of an earlier attempt.
 * @throws IdempotencyConflict if the key was used for another request, the reply is no longer kept, or
 * an attempt still runs (`retryAfterSeconds`) · RateLimited if the tenancy has too many such requests
 */
export async function reserve(
  ctx: TenancyContext,
  request: IdempotentRequest,
): Promise<Attempt | { reply: string }> {
  const found = await findRow(ctx, request);
  if (found !== undefined && !isFree(found, ctx.clock.now()))
    return { reply: replyOf(ctx, request, found) };
  const [name] = namesOf(ctx, request);
  const [fingerprint] = fingerprintsOf(ctx, request);
  const attempt = { id: ctx.createId(), name: found?.name ?? name, request };
  if (await insertOrTakeOver(ctx, attempt, fingerprint)) return attempt;
  const other = await findRow(ctx, request);
  if (other === undefined)
    throw new ServiceError(
      "@error/RateLimited",
      { retryAfterSeconds: limits.rateWindowMs / 1_000 },
      "This tenancy has too many requests with an Idempotency-Key. Try again later.",
    );
  return { reply: replyOf(ctx, request, other) };
}

// Hashed, because an email would otherwise be stored outside the reply's encryption.
const subjectsOf = ({ secrets }: TenancyContext, identifiers: readonly string[]) =>
  identifiers.map((text) => secrets.macs(purpose, text).map((mac) => mac.toString("base64url")));

/**
 * Removes the replies that describe a user, in the transaction that erases the user. Their requests
 * stay, so that a late retry has no second effect. Raw, because Prisma can't compare sets.
 */
export async function removeReplies(
  ctx: TenancyContext,
  tx: Queryable,
  identifiers: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE "IdempotentRequest" SET "reply" = NULL, "subjects" = '{}'
    WHERE "tenancyId" = ${ctx.tenancy.id} AND "reply" IS NOT NULL
      AND "subjects" && ${subjectsOf(ctx, identifiers).flat()}::text[]`;
}

/**
 * Keeps the reply of an attempt, in the transaction of its effect.
 * @throws AttemptReplaced if another attempt has taken over; the transaction must roll back
 */
export async function keepReply(
  ctx: TenancyContext,
  tx: Queryable,
  { id, name, request }: Attempt,
  reply: string,
): Promise<void> {
  const { count } = await tx.idempotentRequest.updateMany({
    where: { tenancyId: ctx.tenancy.id, name, attemptId: id },
    data: {
      reply: ctx.secrets.sealBound(purpose, request.keys, reply),
      subjects: subjectsOf(ctx, request.identifiersOf(reply)).flatMap(([current]) => current ?? []),
      replyKeptUntil: new Date(ctx.clock.now() + request.keptMs),
    },
  });
  if (count === 0) throw new AttemptReplaced();
}

/** Deletes the reservation after a refusal, so that the request can be sent again at once. */
export async function release(
  { tenancy }: TenancyContext,
  db: Queryable,
  { id, name }: Attempt,
): Promise<void> {
  await db.idempotentRequest.deleteMany({
    where: { tenancyId: tenancy.id, name, attemptId: id },
  });
}

/** What a reply contains, and so how long it is kept (contract §10). */
export type ReplyContent = "registration token" | "authentication token" | "code" | "state";

/** How long a reply to a request with an Idempotency-Key is kept, in ms. */
export function replyKeptMs(content: ReplyContent, { codeMs }: { codeMs: number }): number {
  switch (content) {
    case "registration token":
      return lifetimes.registrationTokenMs;
    case "authentication token":
      return lifetimes.authenticationTokenMs;
    case "code":
      return codeMs;
    case "state":
      return lifetimes.idempotentRequestMs;
  }
}

/** Deletes a batch of requests that are a day old. */
export const purgeIdempotentRequests = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "IdempotentRequest", "expiresAt", clock.now());

/**
 * Removes a batch of replies that are no longer kept. Their requests stay, so that a late retry has no
 * second effect. Raw, because Prisma can neither limit an UPDATE nor skip locked rows.
 */
export const purgeIdempotentReplies = ({ db, clock }: Service): Promise<number> =>
  db.$executeRaw`
    UPDATE "IdempotentRequest" SET "reply" = NULL, "subjects" = '{}' WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "IdempotentRequest"
      WHERE "reply" IS NOT NULL AND "replyKeptUntil" <= ${new Date(clock.now())}
      LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED))`;
