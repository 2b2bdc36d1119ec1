import { z } from "zod";
import { type PasskeyPolicy, PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { TenancyContext } from "@/lib/domain/base/context";
import { actorJoins } from "@/lib/domain/record/audit/shown-event";
import { limits } from "@/lib/limits";
import type { PasskeyPolicy as PolicyRow } from "@/prisma/generated/client";

/** The rules before the first save. */
const noRules = PasskeyPolicyRules.parse({});

export const toPasskeyPolicy = ({
  version,
  document,
  reason,
  createdAt,
}: Pick<PolicyRow, "version" | "document" | "reason" | "createdAt">): PasskeyPolicy => ({
  _tag: "PasskeyPolicy",
  version,
  rules: PasskeyPolicyRules.parse(document),
  ...(reason === null ? {} : { reason }),
  createdAt: createdAt.getTime(),
});

/** Returns the current version of the policy: version 0, which is off, before the first save. */
export async function getPolicy({ db, tenancy }: TenancyContext): Promise<PasskeyPolicy> {
  const saved = await db.passkeyPolicy.findFirst({
    where: { tenancyId: tenancy.id },
    orderBy: { version: "desc" },
  });
  return saved === null
    ? { _tag: "PasskeyPolicy", version: 0, rules: noRules }
    : toPasskeyPolicy(saved);
}

const VersionRow = z.object({
  version: z.int(),
  rules: PasskeyPolicyRules,
  actorKind: z.string(),
  actorId: z.string().nullable(),
  /** Email of an operator or name of an API key; null for other actors and deleted ones. */
  actorName: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: z.date(),
});
/** A saved version, who saved it, and the rules of the version before it. */
export interface PolicyVersion extends z.infer<typeof VersionRow> {
  before: PasskeyPolicyRules;
}

/** Lists the latest versions, newest first. */
export async function listPolicyVersions({
  db,
  tenancy,
}: TenancyContext): Promise<PolicyVersion[]> {
  // Raw, because operators are users of another tenancy. One more, which the oldest one follows.
  const rows = await db.query(VersionRow)`
    SELECT e."version", e."document" AS "rules", e."actorKind", e."actorId", e."reason", e."createdAt",
      CASE e."actorKind" WHEN 'operator' THEN u."email" WHEN 'apiKey' THEN k."name" END
        AS "actorName"
    FROM "PasskeyPolicy" e ${actorJoins}
    WHERE e."tenancyId" = ${tenancy.id}
    ORDER BY e."version" DESC LIMIT ${limits.policyVersionsShown + 1}`;
  return rows
    .slice(0, limits.policyVersionsShown)
    .map((row, index) => ({ ...row, before: rows[index + 1]?.rules ?? noRules }));
}
