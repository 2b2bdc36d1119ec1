import { hrefOf } from "@/lib/console/list-search";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";

/**
 * The page of whom an event concerns: the user, else the mailbox's emails.
 * @param path the tenancy's pages
 */
export function pageOfParty(
  { user, email }: Pick<TimelineEntry, "user" | "email">,
  path: string,
): string | undefined {
  if (user !== null) return `${path}/users/${user.sub}`;
  return email === null ? undefined : hrefOf(`${path}/challenges`, { mailbox: email });
}
