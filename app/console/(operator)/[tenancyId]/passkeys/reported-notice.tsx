"use client";

import { toast } from "sonner";
import { Link } from "@/app/console/link";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import { enablePasskeys } from "./actions";

interface Props {
  tenancyId: string;
  passkeyId: string;
  /** In ms. */
  reportedAt: number;
  mayDismiss: boolean;
}

/** Heads a user's page while an operator has to decide on the user's report of a passkey. */
export function ReportedPasskeyNotice({ tenancyId, passkeyId, reportedAt, mayDismiss }: Props) {
  const dismissing = useAction(enablePasskeys, "dismiss the report");

  async function dismiss(): Promise<void> {
    const result = await dismissing.run(tenancyId, { passkeyIds: [passkeyId] });
    if (result.ok) toast("Report dismissed. The passkey stays enabled.");
    else if (result.needs === undefined) toast.error(result.error.message);
  }

  return (
    <Notice tone="warning" title="A passkey was reported as not the user’s">
      <p>
        Someone who reads the user’s email reported{" "}
        <Link href={`/console/${tenancyId}/passkeys/${passkeyId}`} className="underline">
          this passkey
        </Link>{" "}
        on <LocalTime at={reportedAt} precision="full" />. It still signs in: an email alone
        disables only a passkey of the last seven days, and never a user’s oldest. Ask the user in
        another way. Then disable the passkey, or dismiss the report.
      </p>
      {mayDismiss && (
        <Button
          tone="secondary"
          className="mt-3"
          pending={dismissing.isPending}
          onClick={() => void dismiss()}
        >
          Dismiss report
        </Button>
      )}
    </Notice>
  );
}
