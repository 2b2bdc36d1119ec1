import type { NavigationIcon } from "@/app/console/navigation";
import type { BadgeTone } from "@/components/ui/badge";
import type { Theme } from "@/lib/contract/theme";
import type { PageActionKey } from "./page-action";

export type PaletteGroup =
  | "Recent"
  | "This page"
  | "Users"
  | "This user"
  | "Did you mean"
  | "Mailbox"
  | "No user has this address"
  | "Matching id"
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
  | {
      href: string;
      /** In a new tab, or with the focus in the page's search field. */
      opens?: "tab" | "search";
      /** The action that the page then starts, as if its button was pressed. */
      starts?: PageActionKey;
    }
  | { copy: string }
  | { theme: Theme }
  | { command: "choose-key" | "list-shortcuts" | "sign-out" }
  | { pageAction: PageActionKey; button: HTMLElement };

export interface PaletteItem {
  /** Unique in the palette. */
  id: string;
  group: PaletteGroup;
  label: string;
  /** Other words that find it. Those joined by `_` find it only together. */
  words?: string;
  /** Found by any part of it. */
  code?: string;
  hint?: string | undefined;
  /** States that the operator should see before opening it. */
  badges?: readonly { label: string; tone: BadgeTone }[];
  /**
   * Found by whole words only, and never selected until the operator selects it.
   * - `leaves`: ends the session or opens another tenancy. Listed after other matches.
   * - `changes`: destroys something, or changes who can sign in.
   */
  caution?: "leaves" | "changes";
  /** What it does. An item that finds something to do it to gives way to an action of the page. */
  does?: PageActionKey;
  /** The keys that do the same without the palette, such as "G U". */
  keys?: string;
  /** How well it matches, from 0 to 1. Set for results of the server's search. */
  score?: number;
  icon: PaletteIcon;
  target: PaletteTarget;
}
