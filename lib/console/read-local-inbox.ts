import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { getConfig } from "@/lib/config";
import { listInbox, type LocalEmail } from "@/lib/domain/email/list-inbox";
import { getService } from "@/lib/service/service";

// A name of somebody else's that resolves to this machine must not read codes (DNS rebinding).
const isOwnName = (host: string | null) =>
  /^(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? "");

/**
 * The mails that nobody sent: local mode without a provider. Anywhere else the page does not exist,
 * since codes are in it.
 */
export async function readLocalInbox(): Promise<{
  mails: LocalEmail[];
  provider: "SMTP" | "Resend" | undefined;
}> {
  // First, since a page that reads no request is drawn when building, where nothing is configured.
  const host = (await headers()).get("host");
  const { mode, resend, smtpUrl } = getConfig();
  if (mode !== "local" || !isOwnName(host)) notFound();
  return {
    mails: await listInbox(getService()),
    provider: resend !== undefined ? "Resend" : smtpUrl !== undefined ? "SMTP" : undefined,
  };
}
