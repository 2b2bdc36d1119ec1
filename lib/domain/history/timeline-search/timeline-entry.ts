import type { TenancyContext } from "@/lib/domain/base/context";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";

/** A passkey as the timeline names it. */
interface NamedPasskey {
  id: string;
  /** What stores it; null if the passkey is deleted. */
  provider: string | null;
  exists: boolean;
  /** Whether it is another user's than the entry's. */
  isOthers: boolean;
}

export interface NamedUser {
  sub: string;
  /** Email, else name, else id. */
  name: string;
}

/** Something that happened to a user or a mailbox, in the timelines of the console. */
export interface TimelineEntry {
  id: string;
  /** Milliseconds. */
  at: number;
  /** A `TimelineKind`, or an action of the audit log. */
  kind: string;
  /** An error tag without its prefix; null if nothing was refused. */
  reason: string | null;
  /** Why an operator did it, as they wrote it. */
  note: string | null;
  /** Of the audit event, such as the names of settings. */
  detail: string | null;
  /** More than 1 when a flood was counted instead of stored. */
  count: number;
  /** Who is behind an event of the audit log: an operator, API key or command, or the user (`browser`). */
  actor: { kind: string; id: string | null; name: string | null } | null;
  user: NamedUser | null;
  /** Normalized. Set when no user is known. */
  email: string | null;
  passkey: NamedPasskey | null;
  /**
   * `exists` is false once the challenge is deleted. `provider` accepted its latest email, or tried it
   * last.
   */
  challenge: { id: string; exists: boolean; provider: string | null } | null;
  requestId: string | null;
  addressPrefix: string | null;
  userAgent: string | null;
  /** Of the page, if its origin was refused. */
  origin: string | null;
  /** The endpoint that refused. */
  operation: string | null;
  /** The first field that it refused, as its schema names it. */
  field: string | null;
  /** "platform" or "cross-platform", as the browser reported it for a sign-in or registration. */
  authenticatorAttachment: string | null;
  /** How long a reported prompt was open. */
  afterMs: number | null;
}

/** What an entry refers to by id, before the names are looked up. */
export interface UnnamedEntry extends Omit<
  TimelineEntry,
  "at" | "user" | "passkey" | "challenge" | "actor"
> {
  sub: string | null;
  passkeyId: string | null;
  challengeId: string | null;
  actor: { kind: string; id: string | null } | null;
}

interface User {
  sub: string;
  emailNormalized: string | null;
}

/**
 * Returns the normalized email whose codes belong on the user's timeline; null without an email, or
 * if the user only claims one that another user owns.
 */
export async function findMailboxOf(
  ctx: TenancyContext,
  { sub, emailNormalized }: User,
): Promise<string | null> {
  if (emailNormalized === null) return null;
  const owner = await findEmailOwner(ctx, ctx.db, emailNormalized);
  return owner === null || owner.sub === sub ? emailNormalized : null;
}
