"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Passkey, Principal } from "@/app/demo/backend/keystead";
import { startFlow } from "@/app/demo/trace";
import type { PublicSettings } from "@/app/demo/use-keystead";
import { AddPasskey } from "./add-passkey";
import { NewDevice, type SignedInWith } from "./new-device";
import { type Outcome, OutcomeNotice, useOutcome } from "./outcome";
import { PasskeyRow } from "./passkey-row";
import { RemovePasskey } from "./remove-passkey";
import { RenamePasskeys } from "./rename-passkeys";
import { TidyDevice } from "./tidy-device";

interface Props {
  settings: PublicSettings;
  passkeys: Passkey[];
  principal: Principal | null;
  /** The relying party id of this page. Passkeys of other ids do not work here. */
  site: string;
  userId: string;
  /** What the user signed in with instead of a passkey on this device, if they may want one here. */
  newDevice: SignedInWith | undefined;
}

/** Lists the account's passkeys with their actions. Only one action runs at a time. */
export function Passkeys({ settings, passkeys, principal, site, userId, newDevice }: Props) {
  const router = useRouter();
  const [outcome, setOutcome] = useOutcome();
  const [isBusy, setBusy] = useState(false);
  const [offered, setOffered] = useState(newDevice);
  const [leaving, setLeaving] = useState<Passkey>();
  const working = passkeys.filter(({ enabled }) => enabled);

  function run(act: () => Promise<Outcome>) {
    setBusy(true);
    startFlow();
    void act().then((ended) => {
      setOutcome(ended);
      setBusy(false);
      if (ended?.tone === "info") setOffered(undefined);
      router.refresh();
    });
  }

  const shared = { settings, isBusy, run };
  return (
    <div className="flex flex-col gap-6" aria-busy={isBusy}>
      {offered !== undefined && (
        <NewDevice
          {...shared}
          by={offered}
          userId={userId}
          onDecline={() => setOffered(undefined)}
        />
      )}
      {passkeys.length === 0 ? (
        <p className="text-pretty text-quiet">
          No passkeys yet. With a passkey, you sign in without waiting for an email.
        </p>
      ) : (
        <>
          <ul aria-label="Your passkeys">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                session={
                  passkey.id === principal?.authenticatorId ? principal.operation : undefined
                }
                site={site}
                isBusy={isBusy}
                onRemove={() => {
                  setOutcome(undefined);
                  setLeaving(passkey);
                }}
              />
            ))}
          </ul>
          {passkeys[0] !== undefined && (
            <RenamePasskeys {...shared} username={passkeys[0].credential.username} />
          )}
        </>
      )}
      <OutcomeNotice outcome={outcome} />
      <div className="flex flex-wrap items-start gap-3">
        {offered === undefined && <AddPasskey {...shared} isFirst={passkeys.length === 0} />}
        {passkeys.length > 0 && <TidyDevice {...shared} />}
      </div>
      {leaving !== undefined && (
        <RemovePasskey
          settings={settings}
          passkey={leaving}
          isLast={working.length === 1 && working[0]?.id === leaving.id}
          run={run}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </div>
  );
}
