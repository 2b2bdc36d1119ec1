"use client";

import { History, Sparkles } from "lucide-react";
import { useWatch } from "react-hook-form";
import { settingsOfNew } from "@/lib/domain/admin/tenancy/compatible-settings";
import { findSetting, type SettingsChange } from "@/lib/domain/base/tenancy/settings";
import { ChoiceCards } from "./choice-cards";

const choices = [
  {
    value: "new",
    label: "New application",
    words: "You write its backend for this release. Starts with the safer settings.",
    icon: Sparkles,
  },
  {
    value: "compatible",
    label: "Existing client of this protocol",
    words: "Its backend and pages exist already. Starts with the settings that they expect.",
    icon: History,
  },
] as const;

const valueWords = (value: unknown) =>
  value === true ? "On" : value === false ? "Off" : typeof value === "string" ? value : "Empty";

/** The settings that depend on the choice, as they will be. */
function StartingSettings({ isCompatible }: { isCompatible: boolean }) {
  const environment = useWatch<SettingsChange, "environment">({ name: "environment" });
  const rows = Object.entries(settingsOfNew({ environment, isCompatible }));
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">Settings at the start</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1.5 text-sm sm:max-w-md">
        {rows.map(([name, value]) => {
          const setting = findSetting(name);
          return (
            <div key={name} className="contents">
              <dt className="text-quiet">{setting?.fullLabel ?? setting?.label}</dt>
              <dd className={value === true ? "font-medium" : ""}>{valueWords(value)}</dd>
            </div>
          );
        })}
      </dl>
      <p className="text-sm text-quiet">
        You can change each of them later, in Settings → Sign-in.
      </p>
    </div>
  );
}

/** Asks who calls the tenancy, and says what that turns on. */
export function ClientChoice({
  isCompatible,
  onChoose,
}: {
  isCompatible: boolean;
  onChoose: (isCompatible: boolean) => void;
}) {
  return (
    <>
      <ChoiceCards
        legend="Client"
        name="client"
        choices={choices}
        value={isCompatible ? "compatible" : "new"}
        onChoose={(value) => onChoose(value === "compatible")}
      />
      <StartingSettings isCompatible={isCompatible} />
    </>
  );
}
