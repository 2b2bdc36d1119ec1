import { notFound } from "next/navigation";
import { connection } from "next/server";
import { getConfig } from "@/lib/config";
import { listInbox, type LocalMail } from "@/lib/domain/email/list-inbox";
import { getService } from "@/lib/http/service";

/** The mails that nobody sent: local mode without a provider. Anywhere else the page does not exist, since codes are in it. */
export async function readLocalInbox(): Promise<{ mails: LocalMail[]; provider: "SMTP" | "Resend" | undefined }> {
  await connection();
  const { mode, resend, smtpUrl } = getConfig();
  if (mode !== "local") notFound();
  return { mails: await listInbox(getService()), provider: resend !== undefined ? "Resend" : smtpUrl !== undefined ? "SMTP" : undefined };
}
