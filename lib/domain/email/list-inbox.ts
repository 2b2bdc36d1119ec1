import type { Service } from "@/lib/domain/context";

export interface LocalEmail {
  id: string;
  sender: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  receivedAt: Date;
}

const shown = 50;

/**
 * The last mails of this machine's inbox, of all tenancies, newest first. Local mode alone fills
 * it.
 */
export function listInbox({ db }: Service): Promise<LocalEmail[]> {
  return db.inboxMail.findMany({
    orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
    take: shown,
    omit: { tenancyId: true },
  });
}
