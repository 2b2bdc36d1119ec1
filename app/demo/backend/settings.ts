import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { z } from "zod";
import { getConfig } from "@/lib/config";

const Variables = z.object({
  KEYSTEAD_URL: z.url(),
  KEYSTEAD_TENANCY_ID: z.string(),
  KEYSTEAD_CLIENT_ID: z.string(),
  KEYSTEAD_API_KEY: z.string(),
});

/** What this application knows about Keystead. */
export interface Settings {
  endpoint: string;
  tenancyId: string;
  clientId: string;
  /** Only this backend has it. Pages get the other three. */
  apiKey: string;
}

/** Returns the settings. A 404 outside local mode, because the demo lets strangers sign in. */
export async function readSettings(): Promise<Settings> {
  await connection();
  const { mode, dataFolder } = getConfig();
  if (mode !== "local") notFound();
  // An application of yours reads these variables from process.env.
  const file = join(/* turbopackIgnore: true */ dataFolder, "demo.env");
  const variables = Variables.parse(parseEnv(await readFile(file, "utf8")));
  return {
    endpoint: variables.KEYSTEAD_URL,
    tenancyId: variables.KEYSTEAD_TENANCY_ID,
    clientId: variables.KEYSTEAD_CLIENT_ID,
    apiKey: variables.KEYSTEAD_API_KEY,
  };
}

/** Whether emails appear at /inbox. An application of yours doesn't need this. */
export function hasInbox(): boolean {
  return getConfig().emailProviders.length === 0;
}
