import type { TenancyContext } from "@/lib/domain/base/context";
import type { Metric } from "@/lib/domain/record/counter/add-activity";

/** The completed steps towards a tenancy's first user. */
export interface OnboardingChecklist {
  /** Pages that may sign users in: on listed origins, only on localhost, or none. */
  origins: "listed" | "localhost" | "none";
  hasKey: boolean;
  hasPasskey: boolean;
  hasExchange: boolean;
  hasEmail: boolean;
  /** An operator has hidden the checklist. */
  isDismissed: boolean;
}

/** Development tenancies also allow http://localhost. */
function originsOf({
  environment,
  allowedOrigins,
}: Pick<TenancyContext["tenancy"], "environment" | "allowedOrigins">) {
  if (allowedOrigins.length > 0) return "listed";
  return environment === "development" ? "localhost" : "none";
}

/** Finds which steps are complete. Reads no more than one row of each kind. */
export async function findOnboardingChecklist({
  db,
  tenancy,
}: TenancyContext): Promise<OnboardingChecklist> {
  const tenancyId = tenancy.id;
  const countOf = (metric: Metric) =>
    db.activityCount.count({ where: { tenancyId, metric }, take: 1 });
  const [keys, passkeys, exchanges, codes, emails, dismissed] = await Promise.all([
    db.apiKey.count({ where: { tenancyId, revokedAt: null }, take: 1 }),
    db.passkey.count({ where: { tenancyId }, take: 1 }),
    countOf("code.exchanged"),
    countOf("challenge.created"),
    countOf("mail.sent"),
    db.tenancy.count({ where: { id: tenancyId, checklistDismissedAt: { not: null } } }),
  ]);
  return {
    origins: originsOf(tenancy),
    hasKey: keys > 0,
    hasPasskey: passkeys > 0,
    hasExchange: exchanges > 0,
    // Invitations and notices are emails, too.
    hasEmail: codes > 0 && emails > 0,
    isDismissed: dismissed > 0,
  };
}

/** Hides the onboarding checklist from the tenancy's overview. It changes nothing else, so it is not audited. */
export async function dismissChecklist({ db, tenancy, clock }: TenancyContext): Promise<void> {
  await db.tenancy.updateMany({
    where: { id: tenancy.id, checklistDismissedAt: null },
    data: { checklistDismissedAt: new Date(clock.now()) },
  });
}
