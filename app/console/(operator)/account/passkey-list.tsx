import { KeyRound } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalTime } from "@/components/ui/local-time";
import type { OwnPasskey } from "@/lib/domain/admin/operator/account/list-own-passkeys";
import { RemovePasskey } from "./remove-passkey";

function Trust({
  passkey: { trustedFrom, isDisabled },
  now,
}: {
  passkey: OwnPasskey;
  now: number;
}) {
  if (isDisabled) return <Badge tone="bad">Disabled</Badge>;
  if (trustedFrom === null) return <Badge tone="bad">Incomplete</Badge>;
  return trustedFrom <= now ? (
    <Badge tone="good">Trusted</Badge>
  ) : (
    <Badge tone="warning">Not trusted yet</Badge>
  );
}

function explain({ trustedFrom, isDisabled }: OwnPasskey, now: number) {
  if (isDisabled) return "You can’t sign in with it.";
  if (trustedFrom === null)
    return "Adding it was interrupted, so you can’t sign in with it. Remove it and add another.";
  if (trustedFrom <= now) return undefined;
  return (
    <>
      Added after a sign-in with a code. It is trusted from <LocalTime at={trustedFrom} />, or
      earlier if another owner approves it.
    </>
  );
}

/** The operator's passkeys and what each can do. */
export function PasskeyList({
  passkeys,
  now,
  mayRemove,
}: {
  passkeys: readonly OwnPasskey[];
  now: number;
  mayRemove: boolean;
}) {
  if (passkeys.length === 0)
    return (
      <EmptyState icon={KeyRound} title="No passkey yet">
        Add one to sign in without a code. It is trusted after 24 hours.
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-line">
      {passkeys.map((passkey) => (
        <li
          key={passkey.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0"
        >
          <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-sunken text-quiet">
            <KeyRound aria-hidden className="size-5" />
          </span>
          <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
              {passkey.provider}
              <Trust passkey={passkey} now={now} />
              {passkey.isInUse && <Badge>In use</Badge>}
            </p>
            <p className="text-sm text-pretty text-quiet">
              {passkey.isSynced ? "Synced" : "On one device"} · added{" "}
              <LocalTime at={passkey.createdAt} />
              {/* A session that starts with the registration isn't a use. */}
              {passkey.lastUsedAt === null && !passkey.isInUse && " · never used"}
              {passkey.lastUsedAt !== null && (
                <>
                  {" "}
                  · last used <LocalTime at={passkey.lastUsedAt} />
                </>
              )}
            </p>
            <p className="text-sm text-pretty text-quiet empty:hidden">{explain(passkey, now)}</p>
          </div>
          {mayRemove && (
            <RemovePasskey
              passkeyId={passkey.id}
              name={`${passkey.provider} passkey`}
              isInUse={passkey.isInUse}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
