"use client";

import { FlaskConical, Laptop, Rocket } from "lucide-react";
import { useController } from "react-hook-form";
import type { SettingsChange } from "@/lib/domain/tenancy/settings";

const choices = [
  {
    value: "development",
    label: "Development",
    words: "Allows pages on http://localhost, and users can register themselves.",
    icon: Laptop,
  },
  {
    value: "staging",
    label: "Staging",
    words: "Like production, with its own users and passkeys.",
    icon: FlaskConical,
  },
  {
    value: "production",
    label: "Production",
    words: "For your users. Your backend authorizes each registration.",
    icon: Rocket,
  },
] as const;

/** Chooses the tenancy's environment. Calls `onChoose` on each choice. */
export function EnvironmentChoice({
  onChoose,
}: {
  onChoose: (environment: (typeof choices)[number]["value"]) => void;
}) {
  const { field } = useController<SettingsChange, "environment">({ name: "environment" });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">Environment</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {choices.map(({ value, label, words, icon: Icon }) => (
          <label
            key={value}
            className={
              "flex cursor-pointer flex-col gap-1.5 rounded-xl border border-control p-4 " +
              "has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 " +
              "has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            }
          >
            <span className="flex items-center gap-2 text-sm font-medium">
              <input
                type="radio"
                name="environment"
                value={value}
                checked={field.value === value}
                onChange={() => {
                  field.onChange(value);
                  onChoose(value);
                }}
                className="sr-only"
              />
              <Icon aria-hidden className="size-4 text-accent" />
              {label}
            </span>
            <span className="text-sm text-pretty text-quiet">{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
