import { z } from "zod";
import {
  consumeTokenStatement,
  isLiveToken,
} from "@/lib/domain/access/one-time-token/consume-token";
import { issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import type { Queryable } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import type { HostedContext } from "./hosted-request";

/** States that a visitor of a hosted page verified a mailbox. A one-time token refers to it. */
const MailboxProof = z.object({
  /** The PKCE challenge of the hosted request that the proof belongs to. */
  codeChallenge: z.string(),
  /** The mailbox challenge that the visitor solved. */
  challengeId: z.string(),
  email: z.string(),
  givenName: z.string().optional(),
  familyName: z.string().optional(),
});
export type MailboxProof = z.infer<typeof MailboxProof>;

/** Issues a token for a verified mailbox, valid only in the same hosted request. */
export async function issueMailboxProof(
  ctx: HostedContext,
  proof: Omit<MailboxProof, "codeChallenge">,
): Promise<string> {
  const payload: MailboxProof = { ...proof, codeChallenge: ctx.request.codeChallenge };
  return (
    await issueToken(ctx, {
      kind: "hostedProof",
      payload,
      lifetimeMs: lifetimes.hostedProofMs,
      apiKeyId: null,
    })
  ).token;
}

/** Returns the name of a proof in a registration session, which must not contain the proof. */
export const nameOfProof = (proofToken: string): string =>
  hashSecretValue(proofToken).toString("base64url");

const scopeOf = (ctx: HostedContext) => ({
  tenancyId: ctx.tenancy.id,
  now: new Date(ctx.clock.now()),
});
// The token statements name their row "o".
const isOfRequest = ({ request }: HostedContext) =>
  Prisma.sql`o."payload"->>'codeChallenge' = ${request.codeChallenge}`;

const Row = z.object({ payload: MailboxProof });

/** @throws InvalidToken without a row: unknown, expired, consumed or of another request */
async function requireProof(tx: Queryable, statement: Prisma.Sql): Promise<MailboxProof> {
  const [row] = await tx.query(Row)(statement);
  if (row === undefined) throw new ServiceError("@error/InvalidToken");
  return row.payload;
}

/**
 * Reads a proof without consuming it, so that a visitor may retry a cancelled passkey prompt.
 * @throws InvalidToken
 */
export function readMailboxProof(ctx: HostedContext, proofToken: string): Promise<MailboxProof> {
  return requireProof(
    ctx.db,
    Prisma.sql`
      SELECT o."payload" FROM "OneTimeToken" o
      WHERE ${isLiveToken(scopeOf(ctx), "hostedProof", proofToken)} AND ${isOfRequest(ctx)}`,
  );
}

/**
 * Consumes a proof in the transaction of the sign-in or registration that it allows. Of several
 * concurrent uses one succeeds.
 * @throws InvalidToken
 */
export function consumeMailboxProof(
  ctx: HostedContext,
  tx: Queryable,
  proofToken: string,
): Promise<MailboxProof> {
  return requireProof(
    tx,
    consumeTokenStatement(scopeOf(ctx), "hostedProof", proofToken, isOfRequest(ctx)),
  );
}
