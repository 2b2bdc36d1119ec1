import Link from "next/link";
import { ConfirmSender } from "@/app/console/(operator)/[tenancyId]/settings/branding/confirm-sender";
import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import type { PendingSender } from "@/lib/domain/admin/tenancy/sender-domain";

/** Senders of all tenancies that await approval by a system owner. */
export function PendingSenders({ senders }: { senders: readonly PendingSender[] }) {
  return (
    <Card
      title="Sender domains to confirm"
      description="Until you confirm a domain, the tenancy’s email comes from the installation’s address."
    >
      <ul className="flex flex-col divide-y divide-line border-t border-line text-sm">
        {senders.map(({ tenancyId, tenancyName, mailSender, domain, graceUntil }) => (
          <li
            key={tenancyId}
            className="flex flex-wrap items-center justify-between gap-3 py-3 last:pb-0"
          >
            <span className="min-w-0">
              <Link
                href={`/console/${tenancyId}/settings/branding`}
                className="font-medium hover:text-accent hover:underline"
              >
                {tenancyName}
              </Link>{" "}
              <span className="text-quiet">
                wants to send as <span className="wrap-anywhere">{mailSender}</span>
                {graceUntil !== null && (
                  <>
                    {" "}
                    and still does until <LocalTime at={graceUntil} />
                  </>
                )}
              </span>
            </span>
            <ConfirmSender tenancyId={tenancyId} domain={domain} mailSender={mailSender} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
