"use client";

import { useEffect, useState } from "react";
import type { LogoChoice } from "@/app/console/(operator)/[tenancyId]/settings/use-settings-card";

/**
 * Returns the URL of the chosen logo, or null. A file becomes a data URL, which a sandboxed frame can
 * show.
 */
export function useLogoUrl(choice: LogoChoice | undefined, saved: string | null): string | null {
  const [read, setRead] = useState<{ file: File; url: string }>();
  useEffect(() => {
    if (!(choice instanceof File)) return;
    const reader = new FileReader();
    reader.onload = () => {
      if (typeof reader.result === "string") setRead({ file: choice, url: reader.result });
    };
    reader.readAsDataURL(choice);
    return () => reader.abort();
  }, [choice]);
  if (choice instanceof File) return read?.file === choice ? read.url : null;
  return choice === "none" ? null : saved;
}
