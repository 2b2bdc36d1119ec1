import {
  purgeIdempotentReplies,
  purgeIdempotentRequests,
} from "@/lib/domain/access/idempotency/reservation";
import { purgeExpiredTokens } from "@/lib/domain/access/one-time-token/issue-token";
import { purgeEndedWindows } from "@/lib/domain/access/rate-limit/count-towards";
import { purgeWebhookSecrets } from "@/lib/domain/access/webhook-secret/webhook-secret";
import { purgeSessions } from "@/lib/domain/admin/operator/session/find-session";
import { purgeDeletedTenancies } from "@/lib/domain/admin/tenancy/delete-tenancy";
import {
  purgeQueuesWhileOff,
  purgeWebhookDeliveries,
} from "@/lib/domain/event/webhook-delivery/purge-deliveries";
import { purgeAccountSessions } from "@/lib/domain/page/account/account-session";
import { purgeEvents } from "@/lib/domain/record/audit/seal-audit";
import { purgeActivity } from "@/lib/domain/record/counter/add-activity";
import {
  purgeChallenges,
  purgeMailboxes,
  purgeVisitorBudgets,
} from "@/lib/domain/sign-in/challenge/delete-challenge";
import { purgePreviousEmails } from "@/lib/domain/user/change-email";
import { eraseDueUsers } from "@/lib/domain/user/deletion/erase-due-users";
import { purgeInbox, purgeOutbox } from "@/lib/domain/user/email/sealed-email";
import { purgeMailboxProblems } from "@/lib/domain/user/mailbox-problem/mailbox-problem";
import { purgeFormerUserHandles } from "@/lib/domain/user/user-handle";
import { limits } from "@/lib/limits";
import { runOrLog } from "./every";
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
export function purge(): Promise<void> {
  const service = getService();
  return runOrLog(service.log, { event: "purge.failed", doing: "purge" }, async () => {
    for (const purgeBatch of batches) while ((await purgeBatch(service)) === limits.purgeBatchRows);
  });
}
