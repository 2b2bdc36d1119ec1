"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { SettingField } from "@/app/console/(operator)/[tenancyId]/settings/setting-field";
import { Badge } from "@/components/ui/badge";
import type { SettingsChange } from "@/lib/domain/tenancy/settings";
import { contrast } from "./contrast";

const standard = "#0e6a4e";
const readable = 4.5;

/** The brand color and its contrast with the white background of emails. */
export function ColorField() {
  const { setValue, control } = useFormContext<SettingsChange>();
  const chosen = useWatch({ control, name: "brandColor" });
  const color = typeof chosen === "string" && /^#[0-9a-f]{6}$/i.test(chosen) ? chosen : standard;
  const ratio = contrast(color, "#ffffff");
  const text = ratio >= readable ? "#ffffff" : "#000000";
  return (
    <div className="flex flex-col gap-3">
      <div>
        <SettingField name="brandColor" />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex items-center gap-3">
          <input
            type="color"
            aria-label="Pick a color"
            value={color}
            onChange={({ target }) =>
              setValue("brandColor", target.value, {
                shouldDirty: true,
                shouldTouch: true,
                shouldValidate: true,
              })
            }
            className="h-11 w-14 cursor-pointer rounded-lg border border-control bg-surface p-1"
          />
          <span
            style={{ backgroundColor: color, color: text }}
            className="grid h-11 place-items-center rounded-lg border border-line px-4 text-sm font-medium"
          >
            Sample
          </span>
        </div>
        <Badge tone={ratio >= readable ? "good" : "warning"}>
          {ratio.toFixed(1)} : 1 on white{ratio >= readable ? "" : ", hard to read as text"}
        </Badge>
      </div>
    </div>
  );
}
