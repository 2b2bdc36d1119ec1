import type { Theme } from "@/components/ui/theme";

export type PaletteGroup =
  "Recent" | "Users" | "Matching ID" | "Actions" | "Go to" | "Copy" | "Tenancies" | "API keys";

export type PaletteIcon = "act" | "copy" | "docs" | "page" | "tenancy" | "theme" | "user";

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
  hint?: string;
  /** How well it matches, from 0 to 1. Set for results of the server's search. */
  score?: number;
  icon: PaletteIcon;
  target: PaletteTarget;
}
