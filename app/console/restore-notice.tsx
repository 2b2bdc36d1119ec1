import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import { findConsoleRestore } from "@/lib/console/find-console-restore";

/** Says what a restore of the database means for operators, for 30 days. */
export async function RestoreNotice() {
  const restore = await findConsoleRestore();
  if (restore === null) return null;
  const { restoredAt, backupAt, keptKeys, keptWebhooks } = restore;
  return (
    <Notice tone="warning" title="The database was restored from a backup">
      <div className="flex max-w-prose flex-col gap-2">
        <p>
          The backup was made on <LocalTime at={backupAt} precision="full" /> and restored on{" "}
          <LocalTime at={restoredAt} precision="full" />. Whatever happened in between is missing.
        </p>
        <ul className="list-disc pl-5">
          <li>
            Passkeys registered in between are unknown. Their users sign in with an emailed code and
            create a new one.
          </li>
          <li>
            Operators, passkeys and users that were removed or disabled in between work again.
            Repeat these changes.
          </li>
          <li>
            {keptKeys
              ? "API keys that were locked or revoked in between work again. Revoke them again."
              : "API keys are locked. Unlock those that weren’t revoked in between."}
          </li>
          <li>
            {keptWebhooks
              ? "Webhooks that were deleted or disabled in between get events again. Delete them again."
              : "Webhooks are disabled. Enable those that weren’t deleted in between."}
          </li>
        </ul>
      </div>
    </Notice>
  );
}
