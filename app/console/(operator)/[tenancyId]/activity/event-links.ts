import { hrefOf } from "@/lib/console/list-search";
import type { TimelineEntry } from "@/lib/domain/timeline-search/timeline-entry";
import type { EventLink } from "./event-menu";

interface Place {
  /** The tenancy's pages. */
  path: string;
  mayReadSettings: boolean;
}

/** The page that a row opens: the user, else the mailbox's emails, else the event with its advice. */
export function pageOfEvent(
  { user, email, requestId, reason, kind }: TimelineEntry,
  { path }: Pick<Place, "path">,
): string {
  if (user !== null) return `${path}/users/${user.sub}`;
  if (email !== null) return hrefOf(`${path}/challenges`, { mailbox: email });
  if (requestId !== null) return hrefOf(`${path}/activity`, { request: requestId });
  return hrefOf(`${path}/activity`, reason === null ? { kind } : { reason });
}

/** What the event concerns besides its user, as far as it still exists. */
export function linksOfEvent(
  { passkey, challenge, origin, requestId }: TimelineEntry,
  { path, mayReadSettings }: Place,
): EventLink[] {
  return [
    passkey?.exists === true && {
      label: "Open the passkey",
      href: `${path}/passkeys/${passkey.id}`,
    },
    challenge?.exists === true && {
      label: "Open the email log entry",
      href: `${path}/challenges/${challenge.id}`,
    },
    origin !== null &&
      mayReadSettings && {
        label: "Allow the origin in Settings → Sites",
        href: `${path}/settings/sites`,
      },
    requestId !== null && {
      label: "Show all events of the request",
      href: hrefOf(`${path}/activity`, { request: requestId }),
    },
  ].filter((link) => link !== false);
}
