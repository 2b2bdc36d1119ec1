import { type MailboxState, readMailboxState } from "@/lib/domain/challenge/mailbox-state";
import type { TenancyContext } from "@/lib/domain/context";
import {
  findMailboxProblem,
  type MailboxProblem,
} from "@/lib/domain/mailbox-problem/find-mailbox-problem";
import { findMailboxOf } from "@/lib/domain/timeline-search/find-mailbox-of";

interface UserMailbox {
  /** The email whose codes belong to the user; null without one. */
  mailbox: string | null;
  mailboxState: MailboxState | null;
  mailboxProblem: MailboxProblem | null;
}

/** Reads the mailbox of a user, its limits and what the email provider reported about it. */
export async function readUserMailbox(
  ctx: TenancyContext,
  user: { sub: string; emailNormalized: string | null },
): Promise<UserMailbox> {
  const mailbox = await findMailboxOf(ctx, user);
  if (mailbox === null) return { mailbox, mailboxState: null, mailboxProblem: null };
  const [mailboxState, mailboxProblem] = await Promise.all([
    readMailboxState(ctx, mailbox),
    findMailboxProblem(ctx, mailbox),
  ]);
  return { mailbox, mailboxState, mailboxProblem };
}
