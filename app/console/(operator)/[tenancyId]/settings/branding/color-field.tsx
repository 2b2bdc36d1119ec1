"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { SettingField } from "@/app/console/(operator)/[tenancyId]/settings/setting-field";
import type { SettingsChange } from "@/lib/domain/base/tenancy/settings";
import { describeColor } from "./describe-color";

const standard = "#0e6a4e";

/** The brand color, and how emails and hosted pages use it. */
export function ColorField() {
  const { setValue, control } = useFormContext<SettingsChange>();
  const chosen = useWatch({ control, name: "brandColor" });
  const color = typeof chosen === "string" && /^#[0-9a-f]{6}$/i.test(chosen) ? chosen : standard;
  const { fill, onFill, text, note } = describeColor(color);
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
            aria-hidden
            className="flex h-11 items-center gap-3 rounded-lg border border-line bg-white px-2 text-sm font-medium"
          >
            <span
              style={{ backgroundColor: fill, color: onFill }}
              className="rounded-md px-3 py-1.5"
            >
              Button
            </span>
            <span style={{ color: text }} className="pr-1 underline underline-offset-4">
              Link
            </span>
          </span>
        </div>
      </div>
      {note !== "" && (
        <p role="status" className="max-w-prose text-sm text-pretty text-quiet">
          {note}
        </p>
      )}
    </div>
  );
}
