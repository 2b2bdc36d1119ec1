import type { ChallengeState } from "@/lib/domain/sign-in/challenge/shown-challenge";
import type { DeliveryState } from "@/lib/domain/user/email/delivery-state";

/** A time range in epoch milliseconds; `toMs` is excluded. */
export interface Span {
  fromMs: number;
  toMs: number;
}

const rangeOf = ({ fromMs, toMs }: Span) => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
});

const hrefOf = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`;

/** The list of timeline events behind a number. */
export const activityHref = (
  tenancyId: string,
  span: Span,
  filter: { kind?: string; reason?: string } = {},
): string => hrefOf(`/console/${tenancyId}/activity`, { ...filter, ...rangeOf(span) });

/** The codes and their emails behind a number. */
export const emailLogHref = (
  tenancyId: string,
  span: Span,
  filter: { delivery?: DeliveryState; state?: ChallengeState } = {},
): string => hrefOf(`/console/${tenancyId}/challenges`, { ...filter, ...rangeOf(span) });

/** Where the lists behind the numbers of an overview are, and since when they are complete. */
export interface Lists {
  tenancyId: string;
  /** Events before are deleted. */
  eventsFromMs: number;
}

/** The list of timeline events behind a count. Undefined if some of them are deleted already. */
export const countHref = (
  { tenancyId, eventsFromMs }: Lists,
  { fromMs, toMs }: Span,
  filter: { kind: string; reason?: string },
): string | undefined =>
  fromMs < eventsFromMs ? undefined : activityHref(tenancyId, { fromMs, toMs }, filter);
