import { ShieldAlert } from "lucide-react";
import { LocalTime } from "@/components/ui/local-time";
import type { WaitingPasskey } from "@/lib/domain/admin/operator/members/waiting-passkeys";
import { DecidePasskey } from "./decide-passkey";

interface Props {
  tenancyId: string;
  passkeys: readonly WaitingPasskey[];
  mayApprove: boolean;
}

/** Passkeys added in a code session, which need approval. Empty if there are none. */
export function WaitingPasskeys({ tenancyId, passkeys, mayApprove }: Props) {
  if (passkeys.length === 0) return null;
  return (
    <section
      aria-labelledby="waiting"
      className="flex flex-col gap-4 rounded-2xl border border-warning/40 bg-warning-soft p-5 sm:p-6"
    >
      <div className="flex gap-3">
        <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
        <div className="flex min-w-0 flex-col gap-1">
          <h2 id="waiting" className="font-semibold tracking-tight">
            {passkeys.length === 1
              ? "A new passkey needs approval"
              : `${passkeys.length} new passkeys need approval`}
          </h2>
          <p className="max-w-prose text-sm text-pretty">
            Added after a sign-in with an emailed code. Ask the member by phone or in person before
            you approve a passkey. Refuse it if they didn’t add it.
          </p>
        </div>
      </div>
      <ul className="divide-y divide-warning/25">
        {passkeys.map(({ passkeyId, email, provider, createdAt, trustedFrom, mayDecide }) => (
          <li
            key={passkeyId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-3 first:pt-0 last:pb-0"
          >
            <div className="flex min-w-0 flex-col gap-0.5 text-sm">
              <p className="font-medium break-all">{email}</p>
              <p className="text-pretty">
                {provider}, added <LocalTime at={createdAt.getTime()} />. Trusted from{" "}
                <LocalTime at={trustedFrom.getTime()} />.
              </p>
            </div>
            {mayApprove && mayDecide && (
              <DecidePasskey tenancyId={tenancyId} passkeyId={passkeyId} email={email} />
            )}
            {mayApprove && !mayDecide && (
              <p className="max-w-56 text-sm text-pretty">
                Only an owner of all tenancies of this member can decide.
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
