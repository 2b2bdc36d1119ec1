import { DocsLink } from "@/app/console/docs-link";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import type { TenancySender } from "@/lib/domain/admin/tenancy/sender-domain";
import { ConfirmSender } from "./confirm-sender";
import { WithdrawSender } from "./withdraw-sender";

interface Props {
  tenancyId: string;
  sender: TenancySender;
  mayConfirm: boolean;
}

function State({
  sender: { wanted, domain, installation, confirmedAt, graceUntil },
}: Pick<Props, "sender">) {
  if (confirmedAt !== null)
    return (
      <>
        Email comes from {wanted}. A system owner confirmed {domain} on{" "}
        <LocalTime at={confirmedAt} />.
      </>
    );
  if (graceUntil !== null)
    return (
      <>
        Waiting for a system owner to confirm {domain}. Email comes from {wanted} until{" "}
        <LocalTime at={graceUntil} />, then from {installation}.
      </>
    );
  return (
    <>
      Waiting for a system owner to confirm {domain}. Until then, email comes from {installation}.
    </>
  );
}

/** Shows whether emails come from the configured sender or from the installation's. */
export function SenderDomainCard({ tenancyId, sender, mayConfirm }: Props) {
  const { wanted, domain, installation, confirmedAt, graceUntil } = sender;
  const isUsed = confirmedAt !== null || graceUntil !== null;
  return (
    <Card
      title="Sender domain"
      description={
        <>
          A system owner confirms each domain that a tenancy sends email from.
          <DocsLink to="sender" />
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2">
          <code className="font-mono text-sm break-all">{domain}</code>
          {confirmedAt === null ? (
            <Badge tone="warning">Not confirmed</Badge>
          ) : (
            <Badge tone="good">Confirmed</Badge>
          )}
        </span>
        {mayConfirm && (
          <span className="flex flex-wrap gap-2">
            {confirmedAt === null && (
              <ConfirmSender tenancyId={tenancyId} domain={domain} mailSender={wanted} />
            )}
            {isUsed && (
              <WithdrawSender
                tenancyId={tenancyId}
                domain={domain}
                installationSender={installation}
              />
            )}
          </span>
        )}
      </div>
      <p className="text-sm text-pretty break-words text-quiet">
        <State sender={sender} />
      </p>
    </Card>
  );
}
