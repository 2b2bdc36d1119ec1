import type { Service } from "@/lib/domain/base/context";
import { escapePattern } from "@/lib/domain/base/escape-pattern";

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

/**
 * Whether a Host header names this machine. Prevents DNS rebinding: a foreign name that resolves to
 * this machine must not read codes.
 */
export const isOwnHost = (host: string | null): boolean =>
  /^(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? "");

/**
 * Returns the latest emails of the local inbox, of all tenancies. Only local mode fills it.
 * @param recipient only emails to this address, in any case
 */
export function listInbox(
  { db }: Pick<Service, "db">,
  { recipient }: { recipient?: string | undefined } = {},
): Promise<LocalEmail[]> {
  return db.inboxEmail.findMany({
    where:
      recipient === undefined
        ? {}
        : { recipient: { equals: escapePattern(recipient), mode: "insensitive" } },
    orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
    take: pageSize,
    omit: { tenancyId: true },
  });
}
