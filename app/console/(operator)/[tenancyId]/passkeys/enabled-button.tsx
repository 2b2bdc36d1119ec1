"use client";

import { Ban, RotateCcw } from "lucide-react";
import { useState } from "react";
import { pageAction } from "@/app/console/palette/page-action";
import { Button } from "@/components/ui/button";
import { DisablePasskeysDialog } from "./disable-passkeys-dialog";
import { type Disabling, EnablePasskeyDialog } from "./enable-passkey-dialog";
import type { RemainingWays } from "./remaining-ways";
import { useEnabled } from "./use-enabled";

interface Props {
  tenancyId: string;
  passkeyId: string;
  /** Names the passkey beside others. Shown to screen readers only. */
  name?: string;
  /** Such as "the Apple Passwords passkey of ada@example.com". */
  subject: string;
  isEnabled: boolean;
  /** What the user keeps without the passkey. */
  remaining: RemainingWays | undefined;
  /** Undefined if the passkey is enabled, or was disabled without a reason. */
  disabling: Disabling | undefined;
  may: { disable: boolean; enable: boolean };
}

/** Disables a passkey after asking for a reason, or enables it, in a dialog that repeats a given reason. */
export function EnabledButton({
  tenancyId,
  passkeyId,
  name,
  subject,
  isEnabled,
  remaining,
  disabling,
  may,
}: Props) {
  const enabling = useEnabled({ tenancyId, mayUndo: true });
  const [asking, setAsking] = useState<"disable" | "enable">();
  const close = () => setAsking(undefined);
  if (isEnabled ? !may.disable : !may.enable) return null;
  const Icon = isEnabled ? Ban : RotateCcw;
  const verb = isEnabled ? "Disable" : "Enable";
  return (
    <>
      <Button
        {...pageAction(isEnabled ? "passkey.disable" : "passkey.enable", name)}
        tone="secondary"
        className={name === undefined ? "" : "!min-h-9 !px-3 !py-1 text-sm"}
        pending={enabling.isPending}
        onClick={() =>
          isEnabled || disabling !== undefined
            ? setAsking(isEnabled ? "disable" : "enable")
            : void enabling.change({ passkeyIds: [passkeyId], enabled: true })
        }
      >
        <Icon aria-hidden className="size-4" />
        {name === undefined ? (
          `${verb} passkey`
        ) : (
          <span>
            {verb}
            <span className="sr-only"> the passkey {name}</span>
          </span>
        )}
      </Button>
      {asking === "disable" && (
        <DisablePasskeysDialog
          tenancyId={tenancyId}
          mayEnable={may.enable}
          passkeyIds={[passkeyId]}
          subject={subject}
          remaining={remaining}
          onClose={close}
        />
      )}
      {asking === "enable" && disabling !== undefined && (
        <EnablePasskeyDialog {...{ tenancyId, passkeyId, subject, disabling }} onClose={close} />
      )}
    </>
  );
}
