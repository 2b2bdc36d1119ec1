import { getConfig } from "@/lib/config";

/** Stands in guides and examples for the address of the installation that shows them. */
const placeholder = "https://keystead.example";

/** The text as it reads on this installation. */
export const forThisInstallation = (text: string): string =>
  text.replaceAll(placeholder, getConfig().baseUrl);
