import { headers } from "next/headers";
import { commandLine, getConfig } from "@/lib/config";

/** Returns the command that prints a link for the first owner. Null outside local mode. */
export async function firstOwnerCommand(): Promise<string | null> {
  // Read the headers first: Next prerenders pages that don't, and a build has no configuration.
  await headers();
  const config = getConfig();
  return config.mode === "local"
    ? `${commandLine(config)} operator recover --email you@example.com`
    : null;
}
