import { lastUses, type PasskeyPolicySimulation } from "@/lib/contract/policy-simulation";
import { lifetimes } from "@/lib/limits";
import type { PolicyReason } from "./judge";

type LastUse = (typeof lastUses)[number];

interface JudgedPasskey {
  sub: string;
  /** Undefined for a model without a known name, so that claimed AAGUIDs don't add groups. */
  provider: string | undefined;
  lastUsedAt: Date | null;
  /** Null if the passkey could not be judged, because its attestation is not read yet. */
  reasons: readonly PolicyReason[] | null;
}

const days = (since: Date, now: number) => (now - since.getTime()) / lifetimes.dayMs;

function lastUseOf(lastUsedAt: Date | null, now: number): LastUse {
  if (lastUsedAt === null) return "never";
  const ago = days(lastUsedAt, now);
  if (ago <= 7) return "7-days";
  if (ago <= 30) return "30-days";
  return ago <= 90 ? "90-days" : "earlier";
}

type Count = { passkeys: number; refused: number };

function addTo<K>(counts: Map<K, Count>, key: K, isRefused: boolean): void {
  const count = counts.get(key) ?? { passkeys: 0, refused: 0 };
  count.passkeys += 1;
  if (isRefused) count.refused += 1;
  counts.set(key, count);
}

type Totals = Omit<
  PasskeyPolicySimulation,
  "_tag" | "simulatedAt" | "metadataNumber" | "notPredictable"
>;

/**
 * Counts judged passkeys. A user's passkeys must follow each other, so that one user's counts
 * suffice to count users.
 */
export function createTotals(now: number) {
  const totals = {
    passkeys: 0,
    refusedPasskeys: 0,
    notYetRead: 0,
    users: 0,
    affectedUsers: 0,
    refusedUsers: 0,
  };
  const reasons = new Map<PolicyReason, number>();
  const providers = new Map<string | null, Count>();
  const uses = new Map<LastUse, Count>();
  let user = { sub: "", passkeys: 0, refused: 0 };

  function closeUser(): void {
    if (user.passkeys > 0) totals.users += 1;
    if (user.refused > 0) totals.affectedUsers += 1;
    if (user.refused > 0 && user.refused === user.passkeys) totals.refusedUsers += 1;
  }

  return {
    add({ sub, provider, lastUsedAt, reasons: refusals }: JudgedPasskey): void {
      if (sub !== user.sub) {
        closeUser();
        user = { sub, passkeys: 0, refused: 0 };
      }
      const isRefused = refusals !== null && refusals.length > 0;
      if (refusals === null) totals.notYetRead += 1;
      user.passkeys += 1;
      totals.passkeys += 1;
      if (isRefused) {
        user.refused += 1;
        totals.refusedPasskeys += 1;
      }
      for (const reason of refusals ?? []) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      addTo(providers, provider ?? null, isRefused);
      addTo(uses, lastUseOf(lastUsedAt, now), isRefused);
    },
    /** Call it once, at the end. */
    finish(): Totals {
      closeUser();
      return {
        ...totals,
        reasons: Object.fromEntries(reasons),
        providers: [...providers]
          .map(([provider, count]) => ({ provider, ...count }))
          .sort((a, b) => b.refused - a.refused || b.passkeys - a.passkeys),
        lastUses: lastUses.flatMap((lastUse) => {
          const count = uses.get(lastUse);
          return count === undefined ? [] : [{ lastUse, ...count }];
        }),
      };
    },
  };
}
