import { getConfig } from "@/lib/config";
import type { Inline } from "./guide";

/** Placeholder for the installation's URL in guides and examples. */
const placeholder = "https://keystead.example";

const halves =
  /<!-- in local mode -->\s*([\s\S]*?)\s*<!-- elsewhere -->\s*([\s\S]*?)\s*<!-- end -->/g;

export const isLocalMode = (): boolean => getConfig().mode === "local";

/** Replaces the placeholder with this installation's URL, and keeps what applies to its mode. */
export const forThisInstallation = (text: string): string =>
  text.replaceAll(halves, isLocalMode() ? "$1" : "$2").replaceAll(placeholder, getConfig().baseUrl);

/** Does the same in the text of a paragraph or a table's cell. */
export const partsForThisInstallation = (parts: Inline[]): Inline[] =>
  parts.map((part) =>
    "text" in part
      ? { ...part, text: forThisInstallation(part.text) }
      : { ...part, children: partsForThisInstallation(part.children) },
  );
