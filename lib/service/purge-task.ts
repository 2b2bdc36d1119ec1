import { purgeAccountSessions } from "@/lib/domain/account/account-session";
import { purgeEvents } from "@/lib/domain/audit/purge-events";
import {
  purgeChallenges,
  purgeMailboxes,
  purgeVisitorBudgets,
} from "@/lib/domain/challenge/purge-challenges";
import { purgeActivity } from "@/lib/domain/counter/purge-activity";
import { purgeInbox, purgeOutbox } from "@/lib/domain/email/purge-emails";
import {
  purgeIdempotentReplies,
  purgeIdempotentRequests,
} from "@/lib/domain/idempotency/purge-idempotent-requests";
import { purgeMailboxProblems } from "@/lib/domain/mailbox-problem/purge-mailbox-problems";
import { purgeExpiredTokens } from "@/lib/domain/one-time-token/purge-expired-tokens";
import { purgeSessions } from "@/lib/domain/operator/session/end-session";
import { purgeEndedWindows } from "@/lib/domain/rate-limit/purge-ended-windows";
import { purgeDeletedTenancies } from "@/lib/domain/tenancy/purge-deleted-tenancies";
import { purgeFormerUserHandles } from "@/lib/domain/user/purge-former-user-handles";
import { purgePreviousEmails } from "@/lib/domain/user/purge-previous-emails";
import { eraseDueUsers } from "@/lib/domain/user-deletion/erase-due-users";
import {
  purgeQueuesWhileOff,
  purgeWebhookDeliveries,
} from "@/lib/domain/webhook-delivery/purge-deliveries";
import { purgeWebhookSecrets } from "@/lib/domain/webhook-secret/purge-webhook-secrets";
import { lifetimes, limits } from "@/lib/limits";
import { getService } from "./service";

const batches = [
  purgeExpiredTokens,
  purgeIdempotentReplies,
  purgeIdempotentRequests,
  purgeEndedWindows,
  purgeChallenges,
  purgeMailboxes,
  purgeVisitorBudgets,
  purgeMailboxProblems,
  purgeOutbox,
  purgeInbox,
  purgeSessions,
  purgeAccountSessions,
  purgeActivity,
  purgeEvents,
  purgePreviousEmails,
  purgeFormerUserHandles,
  purgeWebhookSecrets,
  purgeWebhookDeliveries,
  purgeQueuesWhileOff,
  purgeDeletedTenancies,
  // Last, because it takes a transaction per user.
  eraseDueUsers,
];

/**
 * Deletes expired rows in small batches. Instances don't wait for each other: each skips rows that
 * another has locked.
 */
async function purge(): Promise<void> {
  const service = getService();
  try {
    for (const purgeBatch of batches) while ((await purgeBatch(service)) === limits.purgeBatchRows);
  } catch (error) {
    service.log.warn(
      { event: "purge.failed", error: error instanceof Error ? error.name : "unknown" },
      "purge failed; will retry",
    );
  }
}

/** Purges once a minute until the returned function is called. */
export function startPurge(): () => void {
  const timer = setInterval(() => void purge(), lifetimes.purgeEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
