"use client";

import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { useSignOut } from "@/app/console/use-sign-out";
import { chooseTheme } from "@/components/ui/use-theme";
import type { PaletteTarget } from "./palette-item";
import { focusPageOf } from "./use-page-focus";

/** Returns a function that runs an item of the palette. */
export function useRunTarget(operatorSub: string): (target: PaletteTarget) => void {
  const router = useRouter();
  const signOut = useSignOut(operatorSub);
  return (target) => {
    if ("href" in target) {
      focusPageOf(target.href);
      router.push(target.href);
    } else if ("theme" in target) chooseTheme(target.theme);
    else if ("copy" in target)
      void navigator.clipboard.writeText(target.copy).then(
        () => toast("Copied"),
        () => toast.error("Couldn’t copy. Allow access to the clipboard and try again."),
      );
    else if (target.command === "sign-out") signOut();
  };
}
