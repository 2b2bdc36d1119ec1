import { headers } from "next/headers";
import { getConfig } from "@/lib/config";

/** Whether mails stay on this machine, so that a page can say where to look for them. */
export async function keepsMailsHere(): Promise<boolean> {
  // First, since a page that reads no request is drawn when building, where nothing is configured.
  await headers();
  const { mode, resend, smtpUrl } = getConfig();
  return mode === "local" && resend === undefined && smtpUrl === undefined;
}
