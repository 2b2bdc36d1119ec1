import { z } from "zod";
import { listSearch, searchText } from "@/lib/console/list-search";
import type { ChallengeFilter } from "@/lib/domain/sign-in/challenge/find-challenges";
import { challengeStates } from "@/lib/domain/sign-in/challenge/shown-challenge";
import { deliveryStates } from "@/lib/domain/user/email/delivery-state";

/** Not before 1970: ids begin with the milliseconds since then. */
const instant = z.iso.datetime({ offset: true }).refine((at) => Date.parse(at) >= 0);

/** Filters in the page's URL. `from` and `to` are instants; the overview links to them. */
export const emailLog = listSearch({
  mailbox: searchText,
  delivery: z.enum(deliveryStates),
  state: z.enum(challengeStates),
  purpose: searchText,
  from: instant,
  to: instant,
});
export type EmailLogSearch = ReturnType<typeof emailLog.read>;

const toMs = (at: string | undefined) => (at === undefined ? undefined : Date.parse(at));

/** Returns the time range of a search, in ms. */
export const timesOf = ({ from, to }: EmailLogSearch) => ({ fromMs: toMs(from), toMs: toMs(to) });

/** Converts the search to a filter. */
export function toChallengeFilter(search: EmailLogSearch): ChallengeFilter {
  const { mailbox, delivery, state, purpose, after } = search;
  return { mailbox, delivery, state, purpose, ...timesOf(search), before: after };
}
