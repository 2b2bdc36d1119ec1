import { z } from "zod";
import type { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import {
  lastUses,
  type PasskeyPolicySimulation,
  type SimulationLine,
} from "@/lib/contract/policy-simulation";
import { callerEnded, isCallerLive } from "@/lib/domain/access/api-key/is-caller-live";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findPlatformName } from "@/lib/domain/base/find-platform-name";
import { inTurns } from "@/lib/domain/base/in-turns";
import { findMetadata } from "@/lib/domain/passkey/metadata/find-metadata";
import { shownPasskeyId } from "@/lib/domain/passkey/passkey-id";
import { lifetimes, limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { checkRules } from "./check-rules";
import { findPolicy, policyOf } from "./find-policy";
import { judge, needsAttestation, type Policy, type PolicyReason } from "./judge";
import { createCachedAnchor, factsColumns, FactsRow, isChainUnread, toFacts } from "./stored-facts";

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
function createTotals(now: number) {
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

const Passkey = FactsRow.extend({
  id: z.string(),
  formerId: z.string().nullable(),
  sub: z.string(),
  userId: z.string().nullable(),
  username: z.string(),
  lastUsedAt: z.date().nullable(),
  isUserDisabled: z.boolean(),
  isChainUnread: z.boolean(),
});
const Row = z.union([z.object({ id: z.null() }), Passkey]);
type Passkey = z.infer<typeof Passkey>;

/**
 * Builds the statement of one page, by user and passkey. For a live caller it returns at least one
 * row; at the end that row's columns are null. Chains are read only if a rule needs them.
 */
function pageStatement(ctx: TenancyContext, { rules }: Policy, after: Pick<Passkey, "sub" | "id">) {
  const chain = needsAttestation(rules)
    ? Prisma.sql`p."attestationChain", ${isChainUnread} AS "isChainUnread"`
    : Prisma.sql`NULL::json AS "attestationChain", FALSE AS "isChainUnread"`;
  return Prisma.sql`
    SELECT page.* FROM (SELECT 1 WHERE ${isCallerLive(ctx)}) live LEFT JOIN LATERAL (
      SELECT ${factsColumns}, p."id", p."formerId", p."sub", p."username", p."lastUsedAt",
        p."isChainUnread", u."userId", u."disabledAt" IS NOT NULL AS "isUserDisabled"
      FROM (
        SELECT p."id", p."formerId", p."sub", p."username", p."lastUsedAt", p."tenancyId", p."aaguid",
          p."algorithm", p."backupEligible", p."backupAssumed", p."attestationFormat",
          p."attestationType", p."createdAt", p."disabledAt",
          NULL::bytea AS "attestationObject", ${chain}
        FROM "Passkey" p
        WHERE p."tenancyId" = ${ctx.tenancy.id} AND (p."sub", p."id") > (${after.sub}, ${after.id})
          AND p."disabledAt" IS NULL
        ORDER BY p."sub", p."id" LIMIT ${limits.simulationPageRows}
      ) p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
    ) page ON true
    ORDER BY page."sub", page."id"`;
}

async function* readPasskeys(
  ctx: TenancyContext,
  policy: Policy,
): AsyncGenerator<Passkey, void, undefined> {
  for (let after = { sub: "", id: "" }; ;) {
    const rows = await ctx.db.query(Row)(pageStatement(ctx, policy, after));
    if (rows.length === 0) throw callerEnded();
    const page = rows.filter((row): row is Passkey => row.id !== null);
    const enabled = page.filter(({ isUserDisabled }) => !isUserDisabled);
    // A chain takes up to some milliseconds if it reaches none of the roots yet.
    yield* inTurns(enabled, needsAttestation(policy.rules) ? 1 : undefined);
    const last = page.at(-1);
    if (last === undefined || page.length < limits.simulationPageRows) return;
    after = last;
  }
}

/** Rules whose outcome the stored properties don't decide. */
function notPredictableIn({ rules }: Policy, hasUnknownStorage: boolean): PolicyReason[] {
  const reasons: PolicyReason[] = [];
  if (rules.requireUserVerification) reasons.push("policy-user-verification");
  if (rules.topOrigins.length > 0) reasons.push("policy-top-origin");
  if (rules.storage !== "any" && hasUnknownStorage) reasons.push("policy-storage");
  return reasons;
}

/**
 * Judges every passkey that can sign in, as if the policy were enforced on sign-in. Yields the
 * refused ones by user, then the totals. A passkey whose chain is not read yet is not judged, and
 * counts as such. It reads each page only when the consumer needs it, at one
 * time and with one version of FIDO Metadata. Writes nothing.
 * @param rules default: the current policy's
 * @throws BadRequest naming each invalid rule · Forbidden, possibly after some lines, if the key or
 * the tenancy is no longer live
 */
export async function* simulatePolicy(
  ctx: TenancyContext,
  rules?: PasskeyPolicyRules,
): AsyncGenerator<SimulationLine, void, undefined> {
  if (rules !== undefined) checkRules(rules, ctx.tenancy);
  const policy = rules === undefined ? await findPolicy(ctx, ctx.db) : policyOf(rules);
  // It also names models that the built-in list doesn't have.
  const names = await findMetadata(ctx);
  const metadata = policy.rules.metadata ? names : null;
  const nowMs = ctx.clock.now();
  const circumstances = { metadata, now: new Date(nowMs), isAnchored: createCachedAnchor() };
  const totals = createTotals(nowMs);
  let hasUnknownStorage = false;
  for await (const row of readPasskeys(ctx, policy)) {
    const reasons = row.isChainUnread
      ? null
      : judge(policy, { passkey: toFacts(policy, row) }, circumstances);
    const provider = findPlatformName(row.aaguid) ?? names?.find(row.aaguid)?.description;
    hasUnknownStorage ||= row.backupAssumed;
    totals.add({ sub: row.sub, provider, lastUsedAt: row.lastUsedAt, reasons });
    if (reasons !== null && reasons.length > 0)
      yield {
        _tag: "RefusedPasskey",
        passkeyId: shownPasskeyId(row),
        userId: row.userId ?? row.sub,
        username: row.username,
        aaguid: row.aaguid,
        reasons,
        ...(provider === undefined ? {} : { provider }),
        ...(row.lastUsedAt === null ? {} : { lastUsed: row.lastUsedAt.getTime() }),
        createdAt: row.createdAt.getTime(),
      };
  }
  yield {
    _tag: "PasskeyPolicySimulation",
    simulatedAt: nowMs,
    metadataNumber: metadata?.number ?? null,
    ...totals.finish(),
    notPredictable: notPredictableIn(policy, hasUnknownStorage),
  };
}
