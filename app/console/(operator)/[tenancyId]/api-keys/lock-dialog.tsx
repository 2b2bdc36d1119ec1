"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ReasonDialog } from "@/app/console/reason-dialog";
import { useAction } from "@/app/console/use-action";
import type { ActedKey } from "./acted-key";
import { lockKey, lockKeyAndCreated } from "./actions";
import { changedWords, CreatedKeysField } from "./created-keys-field";
import { KeyIdentity, RotationNote } from "./key-identity";

interface Props {
  tenancyId: string;
  apiKey: ActedKey;
  mayLockCreated: boolean;
  /** Offered in the toast; undefined if this session can't unlock. */
  unlock: (() => void) | undefined;
  onClose: () => void;
}

export function LockDialog({ tenancyId, apiKey, mayLockCreated, unlock, onClose }: Props) {
  const { id, name, createdKeys } = apiKey;
  const [locksCreated, setLocksCreated] = useState(false);
  const { run, isPending, failure, issueOf } = useAction(
    locksCreated ? lockKeyAndCreated : lockKey,
    `lock the key “${name}”`,
  );

  async function lock(reason: string) {
    const result = await run(tenancyId, { id, reason });
    if (!result.ok) return;
    const { lockedKeys } = result.value;
    // Unlocking the key would leave those that it created locked.
    const undo = lockedKeys > 0 || unlock === undefined ? undefined : unlock;
    toast(
      lockedKeys === 0
        ? `“${name}” is locked. Its requests are refused`
        : changedWords(name, "locked", lockedKeys),
      undo === undefined ? {} : { action: { label: "Undo", onClick: undo } },
    );
    onClose();
  }

  return (
    <ReasonDialog
      title={`Lock “${name}”?`}
      act="Lock key"
      isPending={isPending}
      failure={failure}
      reasonError={issueOf("reason")}
      onConfirm={(reason) => void lock(reason)}
      onClose={onClose}
      further={
        mayLockCreated && createdKeys > 0 ? (
          <CreatedKeysField
            createdKeys={createdKeys}
            isChosen={locksCreated}
            onChange={setLocksCreated}
          />
        ) : undefined
      }
    >
      <KeyIdentity apiKey={apiKey} />
      <p>Its requests are refused until you unlock the key.</p>
      <RotationNote apiKey={apiKey} />
    </ReasonDialog>
  );
}
