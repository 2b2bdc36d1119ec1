"use client";

import { useSelectedLayoutSegment } from "next/navigation";

/** Tabs with a button in each card. `null` is General. */
const tabsOfCards: ReadonlySet<string | null> = new Set([
  null,
  "sites",
  "hosted-pages",
  "sign-in",
  "limits",
  "branding",
]);

/** What the settings are of, and how those of the open tab are saved. */
export function SettingsDescription({ tenancyName }: { tenancyName: string }) {
  const isOfCards = tabsOfCards.has(useSelectedLayoutSegment());
  return (
    <>
      Settings of {tenancyName}. {isOfCards && "Each card is saved on its own. "}
      Saved changes take effect immediately.
    </>
  );
}
