import type { Episode } from "@/drill/faults/fault";
import type { Journal, Sent } from "@/drill/journal";
import { type Check, check } from "./check";

export const hasFailed = ({ status }: Sent) => status === undefined || status >= 500;

const shown = ({ kind, instance, status, error, message }: Sent) =>
  `${kind} on instance ${instance + 1}: ${[status ?? "no response", error, message].join(" ")}`;

/** Whether a fault explains the failure of a request that ran while it lasted. */
function isTolerated(sent: Sent, { tolerates, startedAt, answeredAt }: Episode): boolean {
  if (sent.startedAt > answeredAt || sent.endedAt < startedAt) return false;
  return sent.status === undefined
    ? (tolerates.brokenConnections ?? []).includes(sent.instance)
    : tolerates.unavailable === true;
}

/** Checks that requests fail only as documented, and only during a fault that explains it. */
export function checkReplies({ sent, unexpected }: Journal, episodes: Episode[]): Check[] {
  const failed = sent.filter(hasFailed);
  return [
    check(
      "every 5xx is a 503 with Retry-After",
      sent.filter(({ status = 0 }) => status >= 500),
      (each) => (each.status === 503 && each.hasRetryAfter === true ? undefined : shown(each)),
    ),
    check("requests fail only during a fault that explains it", failed, (each) =>
      episodes.some((episode) => isTolerated(each, episode)) ? undefined : shown(each),
    ),
    { name: "no other reply is unexpected", checked: sent.length, problems: unexpected },
  ];
}
