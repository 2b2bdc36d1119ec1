"use client";

import { ImageUp, Trash2 } from "lucide-react";
import { useId, useRef } from "react";
import { useController, useFormContext } from "react-hook-form";
import type { CardValues } from "@/app/console/(operator)/[tenancyId]/settings/use-settings-card";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useLogoUrl } from "./use-logo-url";
import { useVanishingLogo } from "./use-vanishing-logo";

const maxBytes = 256 * 1024;
const types = ["image/png", "image/jpeg", "image/webp"];

function problemOf({ size, type }: File): string | undefined {
  if (size > maxBytes) return "The image is larger than 256 KiB. Make it smaller and try again.";
  return types.includes(type)
    ? undefined
    : "Choose a PNG, JPEG or WebP image. SVG is refused because it can contain scripts.";
}

interface Props {
  /** URL of the saved logo. */
  saved: string | null;
  mayChange: boolean;
}

/** Chooses or removes the logo. The server detects the image type from its bytes. */
export function LogoField({ saved, mayChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { setError, clearErrors } = useFormContext<CardValues>();
  const { field, fieldState } = useController<CardValues, "brandLogo">({ name: "brandLogo" });
  const url = useLogoUrl(field.value, saved);
  const vanishes = useVanishingLogo(url);
  const error = fieldState.error?.message;

  function choose(file: File) {
    const message = problemOf(file);
    if (message !== undefined) return setError("brandLogo", { message });
    clearErrors("brandLogo");
    field.onChange(file);
  }

  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-medium">
        Logo
      </span>
      <div className="flex flex-wrap items-center gap-3">
        <div className="grid h-20 w-40 place-items-center rounded-xl border border-line bg-white p-3">
          {url === null ? (
            <span className="text-sm text-[#595f65]">No logo</span>
          ) : (
            // eslint-disable-next-line @next/next/no-img-element -- at most 256 KiB, from here or this device
            <img src={url} alt="Logo" className="h-10 max-w-full object-contain" />
          )}
        </div>
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            <input
              ref={input}
              type="file"
              accept={types.join(",")}
              className="sr-only"
              tabIndex={-1}
              aria-label="Logo file"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file !== undefined) choose(file);
                target.value = "";
              }}
            />
            <Button tone="secondary" onClick={() => input.current?.click()}>
              <ImageUp aria-hidden className="size-4" />
              {url === null ? "Choose logo" : "Replace logo"}
            </Button>
            {url !== null && (
              <Button tone="plain" onClick={() => field.onChange("none")}>
                <Trash2 aria-hidden className="size-4" />
                Remove logo
              </Button>
            )}
          </div>
        )}
      </div>
      <p className="text-sm text-pretty text-quiet">
        PNG, JPEG or WebP, up to 256 KiB and 2,000 pixels per side. Emails show it 40 pixels high.
        It is always on a light background: in dark mode, a white plate is behind it.
      </p>
      {vanishes && (
        <Notice tone="warning" title="This logo can hardly be seen on white">
          Choose a version in a darker color, or with a background of its own.
        </Notice>
      )}
      {error !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
