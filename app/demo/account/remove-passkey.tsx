"use client";

import { useState } from "react";
import type { Passkey } from "@/app/demo/backend/keystead";
import { callBackend } from "@/app/demo/call-backend";
import { explainError } from "@/app/demo/explain-error";
import { explainWarnings } from "@/app/demo/explain-warnings";
import { type PublicSettings, useKeystead } from "@/app/demo/use-keystead";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { done, failed, type Outcome } from "./outcome";
import { nameOf } from "./passkey-row";
import { useFreshSignIn } from "./use-fresh-sign-in";

interface Props {
  settings: PublicSettings;
  passkey: Passkey;
  /** Whether this is the account's last working passkey. */
  isLast: boolean;
  run: (act: () => Promise<Outcome>) => void;
  onClose: () => void;
}

/** Asks for confirmation. To remove the last passkey, the user types the account's name. */
export function RemovePasskey({ settings, passkey, isLast, run, onClose }: Props) {
  const keystead = useKeystead(settings, "remove");
  const ask = useFreshSignIn(settings);
  const [typed, setTyped] = useState("");
  const { username } = passkey.credential;

  async function remove(): Promise<Outcome> {
    const prepared = await ask(() =>
      callBackend<{ deletePasskeysToken: string }>("/demo/api/remove-passkey", "removeBackend", {
        passkeyId: passkey.id,
      }),
    );
    if (!prepared.ok) return failed(prepared.problem);
    const { deletePasskeysToken } = prepared.value;
    const result = await keystead.deletePasskeys({ deletePasskeysToken });
    if (!result.success) return failed(explainError(result.error));
    return done(
      "Passkey removed",
      explainWarnings(result.warnings) ??
        "It no longer signs you in. We asked your passkey manager to remove it.",
    );
  }

  return (
    <Dialog title={`Remove ${nameOf(passkey, "this passkey")}?`} onClose={onClose}>
      {isLast ? (
        <>
          <Notice tone="error" title="This is your last passkey">
            Without it, you can sign in only with a code to a verified email. Add another passkey
            first.
          </Notice>
          <TextField
            label={`Type ${username} to remove it anyway`}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      ) : (
        <p className="text-pretty text-quiet">
          It stops working immediately and is removed from this device if it’s stored here.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          tone="danger"
          disabled={isLast && typed !== username}
          onClick={() => {
            onClose();
            run(remove);
          }}
        >
          Remove passkey
        </Button>
      </div>
    </Dialog>
  );
}
