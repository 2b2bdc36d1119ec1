import type { NavigationIcon } from "@/app/console/navigation";
import type { BadgeTone } from "@/components/ui/badge";
import type { Theme } from "@/components/ui/theme";

export type PaletteGroup =
  | "Recent"
  | "Users"
  | "Did you mean"
  | "Mailbox"
  | "No user has this address"
  | "Matching ID"
  | "Go to"
  | "Actions"
  | "Settings"
  | "Documentation"
  | "Copy"
  | "Tenancies"
  | "Other tenancies"
  | "API keys";

/** Results have the icon of the page that they open. */
export type PaletteIcon = NavigationIcon | "act" | "copy" | "docs" | "theme" | "user";

/** What an item of the palette does. */
export type PaletteTarget =
  { href: string } | { copy: string } | { theme: Theme } | { command: "choose-key" | "sign-out" };

export interface PaletteItem {
  /** Unique in the palette. */
  id: string;
  group: PaletteGroup;
  label: string;
  /** Other words that find it. */
  words?: string;
  /** Found by any part of it. */
  code?: string;
  hint?: string | undefined;
  /** States that the operator should see before opening it. */
  badges?: readonly { label: string; tone: BadgeTone }[];
  /**
   * Ends the session or opens another tenancy. Found by whole words only, listed after other matches,
   * and never selected until the operator selects it.
   */
  mustBeChosen?: boolean;
  /** How well it matches, from 0 to 1. Set for results of the server's search. */
  score?: number;
  icon: PaletteIcon;
  target: PaletteTarget;
}
