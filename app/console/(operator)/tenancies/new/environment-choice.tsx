"use client";

import { FlaskConical, Laptop, Rocket } from "lucide-react";
import { useController } from "react-hook-form";
import type { SettingsChange } from "@/lib/domain/base/tenancy/settings";
import { ChoiceCards } from "./choice-cards";

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
    <ChoiceCards
      legend="Environment"
      name="environment"
      choices={choices}
      value={field.value}
      onChoose={(value) => {
        field.onChange(value);
        onChoose(value);
      }}
    />
  );
}
