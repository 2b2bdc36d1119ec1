import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { z } from "zod";
import { getConfig } from "@/lib/config";

const Settings = z.object({
  endpoint: z.url(),
  tenancyId: z.string(),
  clientId: z.string(),
  apiKey: z.string(),
});

/** The service's settings, as a customer would have them in the environment. */
export type Settings = z.infer<typeof Settings>;

/** Returns the settings. A 404 outside local mode, because the demo lets strangers sign in. */
export async function readSettings(): Promise<Settings> {
  await connection();
  const { mode, dataFolder } = getConfig();
  if (mode !== "local") notFound();
  return Settings.parse(
    JSON.parse(await readFile(join(/* turbopackIgnore: true */ dataFolder, "demo.json"), "utf8")),
  );
}

/** Whether emails appear at /inbox. Only the demo needs to know. */
export function mailsStayHere(): boolean {
  return getConfig().email === undefined;
}
