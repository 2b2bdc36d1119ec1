import { z } from "zod";
import { challengeStates } from "@/lib/domain/challenge/shown-challenge";

export type SearchParams = Record<string, string | string[] | undefined>;

const text = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value))
  .optional()
  .catch(undefined);

const ChallengeSearch = z.object({
  state: z.enum(challengeStates).optional().catch(undefined),
  purpose: text,
  mailbox: text,
  before: text,
});
/** Filters in the page's URL. Invalid values are ignored. */
export type ChallengeSearch = z.infer<typeof ChallengeSearch>;

export const readChallengeSearch = (params: SearchParams): ChallengeSearch =>
  ChallengeSearch.parse(params);

/** Returns the URL of a search. */
export function challengesHref(path: string, search: ChallengeSearch): string {
  const query = new URLSearchParams(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
