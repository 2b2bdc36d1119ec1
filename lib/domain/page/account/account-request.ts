import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { type HostedContext, mayReturnTo } from "@/lib/domain/page/hosted/hosted-request";
import { noteRefusal } from "@/lib/domain/record/counter/note-refusal";
import { findPendingDeletion } from "@/lib/domain/user/deletion/find-pending-deletion";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { isServiceError, ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { accountLifetimes } from "./decide-account-access";

const purpose = "account-page";

/** What the account page keeps from its address. */
export interface AccountRequest {
  /** One of the tenancy's redirect URIs. The page only links to it: it gets no code. */
  redirectUri?: string | undefined;
  state?: string | undefined;
  /** A language that the pages support. */
  locale: string;
}

const Ticket = z.object({
  tenancyId: z.string(),
  expiresAt: z.int(),
  locale: z.string(),
  /** Of PKCE. It never leaves the service, so a code of the page can't be exchanged elsewhere. */
  verifier: z.string(),
  /** Names the session that the page shows; absent on the sign-in. */
  session: z.string().optional(),
});
type Ticket = z.infer<typeof Ticket>;

/** The context of a visitor of the account page. */
export interface AccountContext extends HostedContext {
  ticket: Ticket;
}

const statePattern = new RegExp(`^[\\x20-\\x7e]{1,${limits.hostedStateCharacters}}$`);

/**
 * Reads the address of the account page. Null for a redirect URI that is repeated or not exactly one
 * of the tenancy's: the page then links nowhere.
 */
export function readAccountRequest(
  ctx: Pick<TenancyContext, "tenancy">,
  query: URLSearchParams,
): Omit<AccountRequest, "locale"> | null {
  const [redirectUri, ...others] = query.getAll("redirect_uri");
  if (redirectUri === undefined) return {};
  if (others.length > 0 || !mayReturnTo(ctx, redirectUri)) return null;
  const [state, ...states] = query.getAll("state");
  return {
    redirectUri,
    ...(state !== undefined && states.length === 0 && statePattern.test(state) ? { state } : {}),
  };
}

/** Names a session in a ticket, which the page can read: not by its hash. */
const nameOf = ({ secrets, tenancy }: TenancyContext, hash: Buffer) =>
  secrets.mac(purpose, `${tenancy.id} ${hash.toString("hex")}`).toString("base64url");

/**
 * Seals what the page sends with each of its calls: it proves that the call comes from a page that
 * this service rendered for this tenancy and session.
 */
export function sealTicket(
  ctx: TenancyContext,
  { locale, session }: { locale: string; session?: Buffer | undefined },
): Promise<string> {
  const ticket: Ticket = {
    tenancyId: ctx.tenancy.id,
    expiresAt: ctx.clock.now() + accountLifetimes.sessionMs,
    locale,
    verifier: randomBytes(32).toString("base64url"),
    ...(session === undefined ? {} : { session: nameOf(ctx, session) }),
  };
  return ctx.secrets.seal(purpose, JSON.stringify(ticket));
}

/** Opens a ticket. @throws InvalidToken when it is another tenancy's or expired */
export async function openTicket(ctx: TenancyContext, sealed: string): Promise<Ticket> {
  const opened = await ctx.secrets.open(purpose, sealed).catch(() => null);
  const ticket = opened === null ? null : Ticket.parse(JSON.parse(opened));
  if (ticket === null || ticket.tenancyId !== ctx.tenancy.id || ticket.expiresAt <= ctx.clock.now())
    throw new ServiceError("@error/InvalidToken");
  return ticket;
}

/** Whether a ticket is of a page that shows this session. */
export const isTicketOf = (ctx: TenancyContext, { session }: Ticket, hash: Buffer): boolean =>
  session !== undefined && session === nameOf(ctx, hash);

/**
 * Returns the context of a call. The ceremonies of the hosted pages run in it, bound to the ticket
 * instead of an application's request.
 */
export const accountContext = (
  ctx: TenancyContext,
  rpId: string,
  ticket: Ticket,
): AccountContext => ({
  ...ctx,
  rpId,
  ticket,
  request: {
    redirectUri: "",
    state: "",
    codeChallenge: createHash("sha256").update(ticket.verifier, "ascii").digest("base64url"),
    locale: ticket.locale,
  },
});

async function erasureOf(ctx: TenancyContext, sub: string | undefined) {
  if (sub === undefined) return undefined;
  return (await findPendingDeletion(ctx, sub))?.dueAt;
}

/**
 * Returns when the owner of an email is erased, in ms, after a right code. Undefined if they are disabled
 * for another reason.
 */
export const findErasureOfOwner = async (
  ctx: TenancyContext,
  email: string,
): Promise<number | undefined> =>
  erasureOf(ctx, (await findEmailOwner(ctx, ctx.db, requireEmail(email).normalized))?.sub);

/**
 * Returns when the user of a refused sign-in is erased, in ms, and counts the refusal, which the caller
 * doesn't throw. Only a passkey that has signed is refused for its disabled user.
 */
export async function findErasureOfRefused(
  ctx: TenancyContext,
  error: unknown,
): Promise<number | undefined> {
  if (!isServiceError(error) || error.tag !== "@error/PasskeyDisabled") return undefined;
  const { reason, passkeyId } = error.extra as { reason?: string; passkeyId: string };
  if (reason !== "user-disabled") return undefined;
  const passkey = await ctx.db.passkey.findFirst({
    where: { tenancyId: ctx.tenancy.id, OR: [{ id: passkeyId }, { formerId: passkeyId }] },
    select: { sub: true },
  });
  const erasesAt = await erasureOf(ctx, passkey?.sub);
  if (erasesAt !== undefined) noteRefusal(ctx, "sign-in.refused", error);
  return erasesAt;
}
