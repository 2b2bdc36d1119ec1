import { z } from "zod";
import { listSearch, searchText } from "@/lib/console/list-search";
import type { ChallengeFilter } from "@/lib/domain/challenge/find-challenges";
import { challengeStates } from "@/lib/domain/challenge/shown-challenge";
import { deliveryStates } from "@/lib/domain/email/delivery-state";

const instant = z.iso.datetime({ offset: true });

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

/** Converts the search to a filter. */
export const toChallengeFilter = ({
  from,
  to,
  after,
  ...fields
}: EmailLogSearch): ChallengeFilter => ({
  ...fields,
  fromMs: toMs(from),
  toMs: toMs(to),
  before: after,
});
