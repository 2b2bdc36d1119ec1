"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ReasonDialog } from "@/app/console/reason-dialog";
import { useAction } from "@/app/console/use-action";
import type { ActedKey } from "./acted-key";
import { revokeKey } from "./actions";
import { changedWords, CreatedKeysField } from "./created-keys-field";
import { KeyIdentity, RotationNote } from "./key-identity";

interface Props {
  tenancyId: string;
  apiKey: ActedKey;
  onClose: () => void;
}

export function RevokeDialog({ tenancyId, apiKey, onClose }: Props) {
  const { id, name, createdKeys } = apiKey;
  const [locksCreated, setLocksCreated] = useState(false);
  const { run, isPending, failure, issueOf } = useAction(revokeKey, `revoke the key “${name}”`);

  async function revoke(reason: string) {
    const result = await run(tenancyId, { id, reason, locksCreated });
    if (!result.ok) return;
    toast(changedWords(name, "revoked", result.value.lockedKeys));
    onClose();
  }

  return (
    <ReasonDialog
      title={`Revoke “${name}”?`}
      act="Revoke key"
      isPending={isPending}
      failure={failure}
      reasonError={issueOf("reason")}
      onConfirm={(reason) => void revoke(reason)}
      onClose={onClose}
      further={
        createdKeys > 0 ? (
          <CreatedKeysField
            createdKeys={createdKeys}
            isChosen={locksCreated}
            onChange={setLocksCreated}
          />
        ) : undefined
      }
    >
      <KeyIdentity apiKey={apiKey} />
      <p>
        Its requests are refused immediately and permanently, and unfinished registrations and
        sign-ins that it authorized are canceled. Lock the key instead if you may need it again.
      </p>
      <RotationNote apiKey={apiKey} />
    </ReasonDialog>
  );
}
