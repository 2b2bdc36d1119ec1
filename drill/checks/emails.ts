import type { Journal } from "@/drill/journal";
import type { Stored } from "@/drill/stored";
import { type Check, check } from "./check";

/** An email is unwanted if its challenge was verified before it was sent. */
const endStates = ["sent", "dead unwanted"];

type Received = ReadonlyMap<string, string[]>;

/** Emails that arrived more than once. Delivery is at least once: SMTP has no idempotency key. */
export const duplicateEmails = (received: Received) =>
  [...received.values()].filter((ids) => ids.length > 1).length;

/** Checks that the email of every open challenge was delivered. */
export function checkEmails(journal: Journal, stored: Stored, received: Received): Check[] {
  const live = journal.challenges.filter(({ id }) => stored.challenges.get(id)?.isLive);
  const addresses = new Set([...stored.challenges.values()].map(({ email }) => email));
  return [
    check("every live challenge's email is delivered", live, ({ email }) =>
      received.has(email) ? undefined : email,
    ),
    check("every email belongs to a stored challenge", received.keys(), (email) =>
      addresses.has(email) ? undefined : email,
    ),
    check("repeated emails have the same Message-ID", received, ([email, ids]) =>
      new Set(ids).size === 1 ? undefined : `${email}: ${ids.join(", ")}`,
    ),
    check("no email is queued or failed", stored.emails, ([state, count]) =>
      endStates.includes(state) ? undefined : `${count} × ${state}`,
    ),
  ];
}
