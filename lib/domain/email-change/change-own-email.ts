import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { browserAndSystem } from "@/lib/domain/describe-browser";
import { queueNotices } from "@/lib/domain/email/queue-notices";
import { issueToken } from "@/lib/domain/one-time-token/issue-token";
import { changeEmail } from "@/lib/domain/user/change-email";
import { lockUser } from "@/lib/domain/user/lock-user";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";

interface OwnChange {
  sub: string;
  /** A code proved it. */
  email: string;
  /** The language of the page, for the notice to a user who chose none. Default: the tenancy's. */
  locale?: string | undefined;
}

/**
 * Changes a user's email to one that they proved by a code, in the caller's transaction. Queues a
 * notice to the verified mailbox that it replaces, with a single-use link that undoes the change for
 * seven days. The caller wakes the workers after the commit.
 * @returns the email as displayed
 * @throws NotFound · InvalidEmail · DuplicateEmail if another user owns it
 */
export async function changeOwnEmail(
  ctx: TenancyContext,
  tx: Queryable,
  { sub, email, locale }: OwnChange,
): Promise<string> {
  const before = await lockUser(ctx, tx, sub);
  if (before === null) throw new ServiceError("@error/NotFound");
  const shown = await changeEmail(ctx, tx, {
    sub,
    email,
    emailVerified: true,
    // Deletions and later changes reach it, too.
    keepsReplaced: true,
  });
  const after = await lockUser(ctx, tx, sub);
  if (!before.emailVerified || before.emailNormalized === after?.emailNormalized) return shown;
  const { token, expiresAt } = await issueToken(ctx, {
    kind: "emailChangeUndo",
    payload: { sub, email: before.email },
    lifetimeMs: lifetimes.passkeyReportMs,
    apiKeyId: null,
    tx,
  });
  await queueNotices(ctx, tx, {
    to: [before.email],
    mail: {
      kind: "email-changed",
      browser: browserAndSystem(ctx.client.userAgent ?? ""),
      createdMs: ctx.clock.now(),
      link: `${ctx.baseUrl}/auth/${ctx.tenancy.id}/undo/email-change?token=${token}`,
      untilMs: expiresAt,
    },
    expiresAt,
    locale: before.locale ?? locale,
  });
  return shown;
}
