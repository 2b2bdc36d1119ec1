"use client";

import { useController } from "react-hook-form";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { credentialAlgorithms } from "@/lib/domain/passkey/credential-algorithms";
import type { SettingsChange } from "@/lib/domain/tenancy/settings";

/** The algorithms of new passkeys. At least one. */
export function AlgorithmsField() {
  const { field, fieldState } = useController<SettingsChange, "algorithms">({ name: "algorithms" });
  const chosen = field.value ?? [];
  const toggle = (id: number, isChosen: boolean) =>
    field.onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">Signature algorithms</legend>
      <p className="text-sm text-quiet">
        New passkeys use one of these. Existing passkeys keep theirs. Offer ES256 and RS256 unless
        you know the devices: many support only one of them.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {credentialAlgorithms.map(({ id, name, description }) => (
          <CheckboxField
            key={id}
            name={`algorithm-${name}`}
            label={name}
            hint={description}
            checked={chosen.includes(id)}
            onBlur={field.onBlur}
            onChange={({ target }) => toggle(id, target.checked)}
          />
        ))}
      </div>
      {fieldState.error !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  );
}
