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

/** What the demo knows of the service, as any customer would have it in its environment. */
export type Settings = z.infer<typeof Settings>;

/**
 * The demo exists in local mode alone: anywhere else a page that signs strangers in would be a gift
 * to them.
 */
export async function readSettings(): Promise<Settings> {
  await connection();
  const { mode, dataFolder } = getConfig();
  if (mode !== "local") notFound();
  return Settings.parse(
    JSON.parse(await readFile(join(/* turbopackIgnore: true */ dataFolder, "demo.json"), "utf8")),
  );
}

/** Whether mails are shown at /inbox; a customer of a service elsewhere would not have to ask. */
export function mailsStayHere(): boolean {
  const { resend, smtpUrl } = getConfig();
  return resend === undefined && smtpUrl === undefined;
}
