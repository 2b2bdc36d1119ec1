"use client";

import { useController } from "react-hook-form";
import { CheckboxField } from "@/components/ui/checkbox-field";
import type { SettingsChange } from "@/lib/domain/tenancy/settings";

const choices = [
  { hint: "client-device", label: "This device", text: "Fingerprint, face or PIN of the device" },
  { hint: "hybrid", label: "Phone", text: "A phone that scans a QR code" },
  { hint: "security-key", label: "Security key", text: "A key that is plugged in or held near" },
] as const;

/** The authenticators that browsers suggest, in the order in which they were chosen. */
export function HintsField() {
  const { field } = useController<SettingsChange, "hints">({ name: "hints" });
  const chosen = field.value ?? [];
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">Suggested authenticators</legend>
      <p className="text-sm text-quiet">
        Browsers show these first, in the order in which you choose them. Users can still pick
        another one, and some browsers ignore the suggestion.
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        {choices.map(({ hint, label, text }) => (
          <CheckboxField
            key={hint}
            name={`hint-${hint}`}
            label={
              chosen.length > 1 && chosen.includes(hint)
                ? `${label} (${chosen.indexOf(hint) + 1})`
                : label
            }
            hint={text}
            checked={chosen.includes(hint)}
            onBlur={field.onBlur}
            onChange={({ target }) =>
              field.onChange(
                target.checked ? [...chosen, hint] : chosen.filter((one) => one !== hint),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
