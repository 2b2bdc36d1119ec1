import { Cloud, KeyRound, Smartphone, Trash2 } from "lucide-react";
import Image from "next/image";
import type { Passkey, Principal } from "@/app/demo/backend/keystead";
import { Button } from "@/components/ui/button";
import { LocalTime } from "@/components/ui/local-time";

export const nameOf = ({ platform }: Passkey, otherwise: string) => platform?.name ?? otherwise;

function Icon({ platform }: Passkey) {
  if (platform !== undefined)
    return (
      <Image
        unoptimized
        src={platform.icon}
        alt=""
        width={40}
        height={40}
        className="size-10 shrink-0"
      />
    );
  return (
    <span
      aria-hidden
      className={
        "flex size-10 shrink-0 items-center justify-center rounded-[0.55rem] border border-line " +
        "bg-sunken text-quiet"
      }
    >
      <KeyRound className="size-5" />
    </span>
  );
}

interface Props {
  passkey: Passkey;
  /** How the session used this passkey, if it did. */
  session: Principal["operation"] | undefined;
  site: string;
  isBusy: boolean;
  onRemove: () => void;
}

export function PasskeyRow({ passkey, session, site, isBusy, onRemove }: Props) {
  const { credential, createdAt, lastUsed, enabled } = passkey;
  const Kept = credential.backedUp ? Cloud : Smartphone;
  return (
    <li
      className={
        "flex items-start gap-4 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0 " +
        "max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:gap-y-2"
      }
    >
      <Icon {...passkey} />
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{nameOf(passkey, "Passkey")}</span>
          {session !== undefined && (
            <span className="rounded-full bg-accent-soft px-2 py-0.5 text-xs font-medium text-accent">
              {session === "registration" ? "Created in this session" : "Signed in with it"}
            </span>
          )}
          {credential.rpId !== site && (
            <span className="rounded-full bg-sunken px-2 py-0.5 text-xs font-medium text-quiet">
              Works on {credential.rpId}
            </span>
          )}
          {!enabled && (
            <span className="rounded-full bg-danger-soft px-2 py-0.5 text-xs font-medium text-danger">
              disabled
            </span>
          )}
        </p>
        <p className="text-sm break-words text-quiet">{credential.username}</p>
        <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-quiet">
          <span className="inline-flex items-center gap-1.5">
            <Kept aria-hidden className="size-3.5" />
            {credential.backedUp ? "Synced" : "On one device only"}
          </span>
          <span>
            Created <LocalTime at={createdAt} />
          </span>
          <span>
            {lastUsed === undefined ? (
              "Not used to sign in yet"
            ) : (
              <>
                Last used <LocalTime at={lastUsed} />
              </>
            )}
          </span>
        </p>
      </div>
      <Button
        tone="plain"
        className="max-sm:col-start-2 max-sm:-ml-4 max-sm:justify-self-start"
        disabled={isBusy}
        onClick={onRemove}
        aria-label={`Remove ${nameOf(passkey, "this passkey")}`}
      >
        <Trash2 aria-hidden className="size-4" />
        Remove
      </Button>
    </li>
  );
}
