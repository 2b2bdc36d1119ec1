"use client";

import { createElement } from "react";
import { toast } from "sonner";
import { openShortcuts } from "@/app/console/keyboard/open-shortcuts";
import { useOpenPage } from "@/app/console/use-open-page";
import { useSignOut } from "@/app/console/use-sign-out";
import { SelectedText } from "@/components/ui/selected-text";
import { copyOrSelect } from "@/components/ui/use-copied";
import { chooseTheme } from "@/components/ui/use-theme";
import type { PaletteTarget } from "./palette-item";
import { pressPageAction } from "./use-page-buttons";

/** Returns a function that runs an item of the palette. */
export function useRunTarget(operatorSub: string): (target: PaletteTarget) => void {
  const openPage = useOpenPage();
  const signOut = useSignOut(operatorSub);
  return (target) => {
    if ("href" in target)
      if (target.opens === "tab") window.open(target.href, "_blank", "noopener");
      else openPage(target.href, { isFinding: target.opens === "search", starts: target.starts });
    else if ("theme" in target) chooseTheme(target.theme);
    else if ("copy" in target)
      void copyOrSelect(target.copy, null).then((outcome) => {
        if (outcome === "copied") toast("Copied");
        else
          toast.error("The browser refused to copy. Copy it from here:", {
            description: createElement(SelectedText, { text: target.copy }),
            duration: Infinity,
          });
      });
    else if ("pageAction" in target) {
      if (!pressPageAction(target.pageAction, target.button))
        toast.error("The page has changed, and no longer has this action.");
    } else if (target.command === "list-shortcuts") openShortcuts();
    else if (target.command === "sign-out") signOut();
  };
}
