import type { TenancyContext } from "@/lib/domain/base/context";

/** Hides the onboarding checklist from the tenancy's overview. It changes nothing else, so it is not audited. */
export async function dismissChecklist({ db, tenancy, clock }: TenancyContext): Promise<void> {
  await db.tenancy.updateMany({
    where: { id: tenancy.id, checklistDismissedAt: null },
    data: { checklistDismissedAt: new Date(clock.now()) },
  });
}
