import { headers } from "next/headers";
import { getConfig } from "@/lib/config";

/** Whether emails go to the local inbox instead of a provider. */
export async function keepsEmailsHere(): Promise<boolean> {
  // Read the headers first: Next prerenders pages that don't, and a build has no configuration.
  await headers();
  const { mode, emailProviders } = getConfig();
  return mode === "local" && emailProviders.length === 0;
}
