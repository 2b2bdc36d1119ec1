import type { TenancyContext } from "@/lib/domain/base/context";
import { findMailboxOf } from "@/lib/domain/history/timeline-search/find-mailbox-of";
import { type MailboxState, readMailboxState } from "@/lib/domain/sign-in/challenge/mailbox-state";
import {
  findMailboxProblem,
  type MailboxProblem,
} from "@/lib/domain/user/mailbox-problem/find-mailbox-problem";

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
