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

const pageSize = 50;

/** Returns the latest emails of the local inbox, of all tenancies. Only local mode fills it. */
export function listInbox({ db }: Service): Promise<LocalEmail[]> {
  return db.inboxMail.findMany({
    orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
    take: pageSize,
    omit: { tenancyId: true },
  });
}
