import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { inTurns } from "@/lib/domain/base/in-turns";
import { findMetadata } from "@/lib/domain/passkey/metadata/find-metadata";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { policyReasons } from "@/lib/errors";
import { findPolicy } from "./find-policy";
import { judge, needsAttestation, type PolicyReason, refusesSignIns } from "./judge";
import { createCachedAnchor, factsColumns, FactsRow, toFacts } from "./stored-facts";

/**
 * What the tenancy's policy does at a passkey's next sign-in: why it refuses it, or that it doesn't.
 * - `undecided`: it depends on whether the passkey can sync, which an imported one shows only then
 */
type SignInJudgment = PolicyReason | "accepted" | "undecided";

export interface JudgedRecord extends PasskeyRecord {
  judgment: SignInJudgment;
}

const Row = FactsRow.extend({ id: z.string() });

async function judgmentsOf(
  ctx: TenancyContext,
  ids: string[],
): Promise<Map<string, SignInJudgment>> {
  const policy = await findPolicy(ctx, ctx.db);
  const judgments = new Map<string, SignInJudgment>();
  if (ids.length === 0 || !refusesSignIns(policy)) return judgments;
  const rows = await ctx.db.query(Row)`
    SELECT p."id", ${factsColumns} FROM "Passkey" p
    WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."id" = ANY (${ids})`;
  const metadata = policy.rules.metadata ? await findMetadata(ctx) : null;
  const circumstances = {
    metadata,
    now: new Date(ctx.clock.now()),
    isAnchored: createCachedAnchor(),
  };
  // A chain takes up to some milliseconds if it reaches none of the roots.
  for await (const row of inTurns(rows, needsAttestation(policy.rules) ? 1 : undefined)) {
    const [reason] = judge(policy, { passkey: toFacts(policy, row) }, circumstances);
    const isUndecided = policy.rules.storage !== "any" && row.backupAssumed;
    judgments.set(row.id, reason ?? (isUndecided ? "undecided" : "accepted"));
  }
  return judgments;
}

/**
 * Adds to a few passkeys what the current policy does at their next sign-in. It knows nothing of that
 * ceremony, so the rules on user verification and embedding refuse none of them. Two statements, and
 * none without a policy.
 */
export async function judgeRecords(
  ctx: TenancyContext,
  records: readonly PasskeyRecord[],
): Promise<JudgedRecord[]> {
  const judgments = await judgmentsOf(
    ctx,
    records.map(({ id }) => id),
  );
  return records.map((record) => ({
    ...record,
    judgment: judgments.get(record.id) ?? "accepted",
  }));
}

/** Why the policy refuses a passkey's sign-ins; null if it doesn't. */
export const refusalOf = ({ judgment }: Pick<JudgedRecord, "judgment">): PolicyReason | null =>
  judgment === "accepted" || judgment === "undecided" ? null : judgment;

const ofCeremony: readonly PolicyReason[] = ["policy-user-verification", "policy-top-origin"];
const judged: ReadonlySet<string> = new Set(
  policyReasons
    .filter((reason) => !ofCeremony.includes(reason))
    .map((reason) => `VerificationFailed.${reason}`),
);

/** Whether judging a passkey finds the reason with which a sign-in was refused. */
export const isFoundByJudging = (reason: string): boolean => judged.has(reason);
