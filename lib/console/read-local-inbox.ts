import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { getConfig } from "@/lib/config";
import { listInbox, type LocalEmail } from "@/lib/domain/email/list-inbox";
import { getService } from "@/lib/service/service";

// Prevents DNS rebinding: a foreign host name that resolves to this machine must not read codes.
const isOwnName = (host: string | null) =>
  /^(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? "");

/**
 * Returns the emails of local mode, which were stored instead of sent. Returns a 404 in every other
 * mode and on foreign host names, because the emails contain codes.
 */
export async function readLocalInbox(): Promise<{
  mails: LocalEmail[];
  /** The provider that sends emails instead. */
  provider: string | undefined;
}> {
  // Read the headers first: Next prerenders pages that don't, and a build has no configuration.
  const host = (await headers()).get("host");
  const { mode, email } = getConfig();
  if (mode !== "local" || !isOwnName(host)) notFound();
  return { mails: await listInbox(getService()), provider: email?.name };
}
