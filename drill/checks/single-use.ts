import type { Episode } from "@/drill/faults/fault";
import { type Use, useKinds } from "@/drill/journal";
import type { Stored } from "@/drill/stored";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import { type Check, check } from "./check";

const shown = ({ kind, value }: Use) => `${kind} ${value}`;

const times = ({ outcomes }: Use, wanted: string) =>
  outcomes.filter((outcome) => outcome === wanted).length;

/** The value as the consumption log has it. */
const storedValue = ({ kind, value }: Use) =>
  kind === "challenge" ? value : hashSecretValue(value).toString("hex");

/** Whether a value was issued with 2xx and is refused, although no request used it. */
const isLost = (use: Use) => use.outcomes.every((outcome) => outcome === "refused");

/** Codes and challenges survive everything. The other values belong to unfinished ceremonies. */
const isDurable = ({ kind }: Use) => kind === "code" || kind === "challenge";

const mayBeLost = (use: Use, episodes: Episode[]) =>
  episodes.some(
    ({ losesCeremonies, startedAt, answeredAt }) =>
      losesCeremonies && use.issuedAt <= answeredAt && use.usedAt >= startedAt,
  );

/** Ceremonies that a crash of the database lost, as documented. */
export const lostCeremonies = (uses: Use[]) =>
  uses.filter((use) => !isDurable(use) && isLost(use)).length;

/** Checks that one-time values are used at most once, and that none is lost. */
export function checkSingleUse(uses: Use[], stored: Stored, episodes: Episode[]): Check[] {
  const accepted = uses.filter((use) => times(use, "accepted") > 0);
  return [
    ...useKinds.map((kind) =>
      check(
        `no ${kind} is accepted twice`,
        uses.filter((use) => use.kind === kind),
        (use) => (times(use, "accepted") > 1 ? shown(use) : undefined),
      ),
    ),
    check("no value is used twice in the database", stored.consumptions, ([value, count]) =>
      count > 1 ? `${value}: ${count} times` : undefined,
    ),
    check("accepted values are used once in the database", accepted, (use) => {
      const count = stored.consumptions.get(storedValue(use)) ?? 0;
      return count === 1 ? undefined : `${shown(use)}: ${count} times`;
    }),
    check("no code or challenge is lost", uses.filter(isDurable), (use) =>
      isLost(use) ? shown(use) : undefined,
    ),
    check(
      "no ceremony is lost without a crash of the database",
      uses.filter((use) => !isDurable(use)),
      (use) => (isLost(use) && !mayBeLost(use, episodes) ? shown(use) : undefined),
    ),
  ];
}
