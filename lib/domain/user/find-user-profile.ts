import type { TenancyContext } from "@/lib/domain/context";

/** Who disabled a user, when and why. */
export interface Disabled {
  at: number;
  reason: string | null;
  /** An operator's email, or an API key's name; null when it is unknown or deleted. */
  by: string | null;
}

/** A user in the console. Times in ms. */
export interface UserProfile {
  sub: string;
  userId: string | null;
  email: string;
  emailNormalized: string | null;
  emailVerified: boolean;
  /** An API key or an operator set the email. */
  emailVouched: boolean;
  givenName: string;
  familyName: string;
  selfService: boolean;
  disabled: Disabled | null;
  createdAt: number;
  updatedAt: number;
}

async function findActor({ db, tenancy }: TenancyContext, sub: string): Promise<string | null> {
  // A disabled user adds no events of their own, so the latest ones include it.
  const event = await db.auditEvent.findFirst({
    where: { tenancyId: tenancy.id, targetId: sub, action: "user.disabled" },
    orderBy: { id: "desc" },
    select: { actorKind: true, actorId: true },
  });
  if (event === null || event.actorId === null) return null;
  const { actorId } = event;
  if (event.actorKind === "apiKey") {
    const where = { tenancyId_id: { tenancyId: tenancy.id, id: actorId } };
    return (await db.apiKey.findUnique({ where }))?.name ?? null;
  }
  const operator = await db.user.findFirst({
    where: { sub: actorId, tenancy: { isSystem: true } },
  });
  return operator?.email ?? null;
}

/** Finds a user as the console shows it. */
export async function findUserProfile(
  ctx: TenancyContext,
  sub: string,
): Promise<UserProfile | null> {
  const user = await ctx.db.user.findUnique({
    where: { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub } },
  });
  if (user === null) return null;
  const { userId, email, emailNormalized, emailVerified, emailVouched } = user;
  const { givenName, familyName, selfService, disabledAt, disabledReason } = user;
  return {
    ...{ sub, userId, email, emailNormalized, emailVerified, emailVouched },
    ...{ givenName, familyName, selfService },
    disabled:
      disabledAt === null
        ? null
        : { at: disabledAt.getTime(), reason: disabledReason, by: await findActor(ctx, sub) },
    createdAt: user.createdAt.getTime(),
    updatedAt: user.updatedAt.getTime(),
  };
}
