import type { TenancyContext } from "@/lib/domain/base/context";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { hasErasedUsers } from "@/lib/domain/user/has-erased-users";
import {
  findMailboxProblem,
  type MailboxProblem,
} from "@/lib/domain/user/mailbox-problem/find-mailbox-problem";
import { suggestEmails } from "@/lib/domain/user/search/suggest-emails";
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
