import { getConfig } from "@/lib/config";

/** Placeholder for the installation's URL in guides and examples. */
const placeholder = "https://keystead.example";

/** Replaces the placeholder with this installation's URL. */
export const forThisInstallation = (text: string): string =>
  text.replaceAll(placeholder, getConfig().baseUrl);
