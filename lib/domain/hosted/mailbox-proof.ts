import { z } from "zod";
import { lifetimes } from "@/lib/limits";
import type { RunStatement } from "@/lib/domain/context";
import { consumeTokenStatement, isLiveToken } from "@/lib/domain/one-time-token/consume-token";
import { issueToken } from "@/lib/domain/one-time-token/issue-token";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import type { HostedContext } from "./hosted-request";

/** A mailbox that a visitor verified, by which challenge and for which request. */
const MailboxProof = z.object({
  codeChallenge: z.string(),
  challengeId: z.string(),
  email: z.string(),
  givenName: z.string().optional(),
  familyName: z.string().optional(),
});
export type MailboxProof = z.infer<typeof MailboxProof>;

/** Issues a proof of a verified mailbox, bound to the request. */
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

const scopeOf = (ctx: HostedContext) => ({
  tenancyId: ctx.tenancy.id,
  now: new Date(ctx.clock.now()),
});
const isOfRequest = ({ request }: HostedContext) =>
  Prisma.sql`o."payload"->>'codeChallenge' = ${request.codeChallenge}`;

function parseProof(row: unknown): MailboxProof {
  if (row === undefined) throw new ServiceError("@error/InvalidToken");
  return z.object({ payload: MailboxProof }).parse(row).payload;
}

/**
 * Reads a proof without consuming it, so that a visitor may retry a cancelled passkey prompt.
 * @throws InvalidToken
 */
export async function readMailboxProof(ctx: HostedContext, proof: string): Promise<MailboxProof> {
  const [row] = await ctx.run(
    Prisma.sql`
      SELECT o."payload" FROM "OneTimeToken" o
      WHERE ${isLiveToken(scopeOf(ctx), "hostedProof", proof)} AND ${isOfRequest(ctx)}`,
  );
  return parseProof(row);
}

/**
 * Consumes a proof in the transaction of the sign-in or registration that it allows. Of several
 * concurrent uses one succeeds.
 * @throws InvalidToken
 */
export async function spendMailboxProof(
  ctx: HostedContext,
  run: RunStatement,
  proof: string,
): Promise<MailboxProof> {
  const [row] = await run(
    consumeTokenStatement(scopeOf(ctx), "hostedProof", proof, isOfRequest(ctx)),
  );
  return parseProof(row);
}
