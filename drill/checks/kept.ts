import type { Journal, Sent } from "@/drill/journal";
import { eventKey, type Stored } from "@/drill/stored";
import { type Check, check } from "./check";
import { hasFailed } from "./replies";

/** Whether the request has exactly one audit event of the action, about this target. */
function auditProblem({ events }: Stored, requestId: string, action: string, targetId?: string) {
  const found = events.get(eventKey(requestId, action)) ?? [];
  if (found.length !== 1) return `${requestId}: ${found.length} × ${action}`;
  return targetId === undefined || found[0]?.targetId === targetId
    ? undefined
    : `${requestId}: ${action} of ${found[0]?.targetId} instead of ${targetId}`;
}

/** The failed requests that had taken effect nevertheless. */
function findEffects({ sent }: Journal, { events }: Stored): Sent[] {
  const audited = new Set([...events.values()].flat().map(({ requestId }) => requestId));
  return sent.filter((each) => hasFailed(each) && audited.has(each.requestId));
}

/** Requests without a success that had taken effect nevertheless: their clients can't know. */
export const countEffects = (journal: Journal, stored: Stored): number =>
  findEffects(journal, stored).length;

const promisesNoChange = ({ message = "" }: Sent) => message.includes("Nothing was changed");

/** Checks that no 503 promises wrongly that nothing was changed. */
function checkPromises(journal: Journal, stored: Stored): Check {
  const effects = new Set(findEffects(journal, stored));
  return check(
    "a 503 that promises no change changed nothing",
    journal.sent.filter(promisesNoChange),
    (each) => (effects.has(each) ? `${each.kind} ${each.requestId}` : undefined),
  );
}

/** Checks that the database has everything that was answered with 2xx. */
export function checkKept(journal: Journal, stored: Stored): Check[] {
  const highest = new Map<string, number>();
  for (const { credentialId, counter } of journal.signIns)
    highest.set(credentialId, Math.max(counter, highest.get(credentialId) ?? 0));
  return [
    check(
      "acknowledged registrations have their user and passkey",
      journal.registrations,
      (each) => {
        const passkey = stored.passkeys.get(each.credentialId);
        const isSame =
          passkey?.id === each.passkeyId &&
          passkey.sub === each.sub &&
          passkey.userId === each.userId;
        return isSame ? undefined : `passkey ${each.passkeyId} of ${each.userId}`;
      },
    ),
    check(
      "acknowledged registrations are audited once",
      journal.registrations,
      ({ requestId, passkeyId }) =>
        auditProblem(stored, requestId, "passkey.registered", passkeyId),
    ),
    check("acknowledged sign-ins are audited once", journal.signIns, (each) =>
      auditProblem(
        stored,
        each.requestId,
        "passkey.authenticated",
        stored.passkeys.get(each.credentialId)?.id,
      ),
    ),
    check("signature counters of acknowledged sign-ins are stored", highest, ([id, counter]) => {
      const count = Number(stored.passkeys.get(id)?.signCount ?? -1);
      return count >= counter ? undefined : `${id}: ${count} instead of ${counter}`;
    }),
    check("acknowledged challenges are stored", journal.challenges, ({ id, email }) =>
      stored.challenges.get(id)?.email === email ? undefined : `challenge ${id}`,
    ),
    check("acknowledged challenges are audited once", journal.challenges, ({ requestId, id }) =>
      auditProblem(stored, requestId, "challenge.created", id),
    ),
    check("acknowledged verifications are stored", journal.verifications, ({ challengeId }) =>
      stored.challenges.get(challengeId)?.isVerified ? undefined : `challenge ${challengeId}`,
    ),
    check(
      "acknowledged verifications are audited once",
      journal.verifications,
      ({ requestId, challengeId }) =>
        auditProblem(stored, requestId, "challenge.verified", challengeId),
    ),
    check("wrong codes cost their attempt", journal.wrongGuesses, (each) => {
      const left = stored.challenges.get(each.challengeId)?.attemptsLeft ?? Infinity;
      return left <= each.attemptsRemaining
        ? undefined
        : `challenge ${each.challengeId}: ${left} attempts instead of ${each.attemptsRemaining}`;
    }),
    check("reads find acknowledged passkeys", journal.reads, ({ passkeyId, isFound }) =>
      isFound ? undefined : `passkey ${passkeyId}`,
    ),
    checkPromises(journal, stored),
  ];
}
