import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { escapePattern } from "@/lib/domain/base/escape-pattern";
import { newestRows, type Span } from "@/lib/domain/base/newest-rows";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { hasErasedUsers } from "@/lib/domain/user/has-erased-users";
import {
  findMailboxProblem,
  type MailboxProblem,
} from "@/lib/domain/user/mailbox-problem/mailbox-problem";
import { intactParts, mostSimilar, suggestEmails } from "@/lib/domain/user/search/similar-address";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { type MailboxState, readMailboxState } from "./mailbox-state";

/** A request for a code that a limit refused. */
interface RefusedRequest {
  id: string;
  at: Date;
  /** More than 1 when a flood was counted instead of stored. */
  count: number;
  /** Network of the visitor; null for a backend. */
  addressPrefix: string | null;
}

interface MailboxUser {
  sub: string;
  /** "" if the user has none. */
  name: string;
  isOwner: boolean;
}

/** A mailbox as support needs it: whose it is, and what its limits allow. */
export interface Mailbox {
  /** Normalized. */
  email: string;
  limits: MailboxState;
  /** Who owns the email, else a user who claims it; null if there is neither. */
  user: MailboxUser | null;
  /** What the email provider reported about it. */
  problem: MailboxProblem | null;
  /** Emails of users that look like an address without a user, which may be mistyped. */
  similarEmails: string[];
  /** No user has the address, and the tenancy has erased users. */
  mayBeErased: boolean;
  /** The latest ones, newest first. */
  refused: RefusedRequest[];
}

const refusedShown = 5;

async function findUser(ctx: TenancyContext, email: string): Promise<MailboxUser | null> {
  const owner = await findEmailOwner(ctx, ctx.db, email);
  const claimed = { tenancyId: ctx.tenancy.id, emailNormalized: email };
  const user = owner ?? (await ctx.db.user.findFirst({ where: claimed }));
  if (user === null) return null;
  const name = `${user.givenName} ${user.familyName}`.trim();
  return { sub: user.sub, name, isOwner: owner !== null };
}

async function findRefused(ctx: TenancyContext, email: string): Promise<RefusedRequest[]> {
  const events = await ctx.db.timelineEvent.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      email,
      kind: "code.refused",
      reason: "ChallengeRateLimited",
    },
    orderBy: { id: "desc" },
    take: refusedShown,
  });
  return events.map(({ id, createdAt, count, addressPrefix }) => ({
    id,
    at: createdAt,
    count,
    addressPrefix,
  }));
}

/**
 * Returns the state of a mailbox, whether or not it requested a code: a refused request has no
 * challenge. A bounded number of rows by index.
 * @param email normalized
 */
export async function readMailbox(ctx: TenancyContext, email: string): Promise<Mailbox> {
  const [limits, user, refused, problem] = await Promise.all([
    readMailboxState(ctx, email),
    findUser(ctx, email),
    findRefused(ctx, email),
    findMailboxProblem(ctx, email),
  ]);
  const [similarEmails, mayBeErased] =
    user === null
      ? await Promise.all([suggestEmails(ctx, { text: email, rows: 2 }), hasErasedUsers(ctx)])
      : [[], false];
  return { email, limits, user, problem, similarEmails, mayBeErased, refused };
}

const Row = z.object({ email: z.string(), codes: z.int() });

type Period = Pick<Span, "fromMs" | "toMs">;

/** Groups a bounded number of the newest challenges by the mailboxes that share a part. */
export function similarStatement(tenancyId: string, address: string, period: Period): Prisma.Sql {
  const patterns = intactParts(address).map((part) => `%${escapePattern(part)}%`);
  const newest = newestRows({ table: "Challenge", tenancyId, ...period });
  return Prisma.sql`
    SELECT c."emailNormalized" AS "email", count(*)::int AS "codes"
    FROM (${newest(limits.searchedRows)}) c
    WHERE c."emailNormalized" LIKE ANY (${patterns}::text[]) AND c."emailNormalized" <> ${address}
    GROUP BY 1 ORDER BY 2 DESC LIMIT ${limits.suggestedFrom}`;
}

/**
 * Returns mailboxes like an address that codes were requested for, the most similar first, and how
 * many. The user may have mistyped the address. [] for a text that isn't an address. Raw, because
 * Prisma can't group what a limited query returns.
 */
export async function findSimilarMailboxes(
  ctx: TenancyContext,
  { text, rows, ...period }: { text: string; rows: number } & Period,
): Promise<z.infer<typeof Row>[]> {
  const address = parseEmail(text)?.normalized;
  if (address === undefined) return [];
  const found = await ctx.db.query(Row)(similarStatement(ctx.tenancy.id, address, period));
  return mostSimilar(found, address, rows);
}

/**
 * Returns mailboxes like a user's email that codes were requested for and that no user has, the
 * most similar first. The user has probably mistyped the email.
 * @param email normalized
 */
export async function findMistypedMailboxes(
  ctx: TenancyContext,
  { email, rows }: { email: string; rows: number },
): Promise<{ email: string; codes: number }[]> {
  const similar = await findSimilarMailboxes(ctx, { text: email, rows });
  if (similar.length === 0) return [];
  const users = await ctx.db.user.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      emailNormalized: { in: similar.map((mailbox) => mailbox.email) },
    },
    select: { emailNormalized: true },
  });
  const known = new Set(users.map(({ emailNormalized }) => emailNormalized));
  return similar.filter((mailbox) => !known.has(mailbox.email));
}
