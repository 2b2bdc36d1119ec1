import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { getConfig } from "@/lib/config";
import { isOwnHost, listInbox, type LocalEmail } from "@/lib/domain/user/email/list-inbox";
import { getService } from "@/lib/service/service";

/**
 * Returns the emails of local mode, which were stored instead of sent. Returns a 404 in every other
 * mode and on foreign host names, because the emails contain codes.
 */
export async function readLocalInbox(): Promise<{
  mails: LocalEmail[];
  /** The first of the providers that send emails instead. */
  provider: string | undefined;
}> {
  // Read the headers first: Next prerenders pages that don't, and a build has no configuration.
  const host = (await headers()).get("host");
  const { mode, emailProviders } = getConfig();
  if (mode !== "local" || !isOwnHost(host)) notFound();
  return { mails: await listInbox(getService()), provider: emailProviders[0]?.name };
}
