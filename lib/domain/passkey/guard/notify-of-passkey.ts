import { issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { browserAndSystem } from "@/lib/domain/base/describe-browser";
import { queueNotices } from "@/lib/domain/user/email/queue-notices";
import { findNotifiedMailboxes, type NotifiedUser } from "@/lib/domain/user/owned-email";
import { lifetimes } from "@/lib/limits";
import type { User } from "@/prisma/generated/client";

interface AddedPasskey {
  user: NotifiedUser & Pick<User, "locale">;
  passkeyId: string;
  /** The product that stores the passkey; undefined if it is unknown. */
  provider: string | undefined;
}

/** The user's browser. A backend's user agent says nothing about it. */
const browserOf = ({ actor, client }: TenancyContext) =>
  actor.kind === "browser" ? browserAndSystem(client.userAgent ?? "") : null;

/**
 * Queues an email to the user about a new passkey, in the transaction that adds it. Each has its own
 * link to report the passkey. Does nothing unless the tenancy notifies users. The caller wakes the
 * workers after the commit.
 */
export async function notifyOfPasskey(
  ctx: TenancyContext,
  tx: Queryable,
  added: AddedPasskey,
): Promise<void> {
  if (!ctx.tenancy.notifyOfNewPasskeys) return;
  const { user, passkeyId, provider = null } = added;
  const browser = browserOf(ctx);
  for (const recipient of await findNotifiedMailboxes(ctx, tx, user)) {
    const { token, expiresAt } = await issueToken(ctx, {
      kind: "passkeyReport",
      payload: { sub: user.sub, passkeyId },
      passkeyId,
      lifetimeMs: lifetimes.passkeyReportMs,
      apiKeyId: null,
      tx,
    });
    const link = `${ctx.baseUrl}/auth/${ctx.tenancy.id}/report-passkey?token=${token}`;
    await queueNotices(ctx, tx, {
      to: [recipient],
      mail: {
        kind: "passkey-added",
        provider,
        browser,
        createdMs: ctx.clock.now(),
        link,
        untilMs: expiresAt,
      },
      expiresAt,
      locale: user.locale,
    });
  }
}

/** Starts the delivery of notices. Call it after the commit. */
export function wakeNotices({ tenancy, deliveries }: TenancyContext): void {
  if (tenancy.notifyOfNewPasskeys) deliveries.wake(tenancy.id);
}
