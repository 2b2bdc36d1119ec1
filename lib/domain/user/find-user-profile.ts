import type { TenancyContext } from "@/lib/domain/base/context";
import { type Disabler, findDisabler } from "@/lib/domain/record/audit/find-disabler";

/** Who disabled a user or a passkey, when and why. */
export interface Disabled {
  at: number;
  reason: string | null;
  /** Null when it is unknown or deleted. */
  by: Disabler | null;
}

/** A user in the console. Times in ms. */
export interface UserProfile {
  sub: string;
  userId: string | null;
  email: string;
  emailNormalized: string | null;
  emailVerified: boolean;
  /** An API key or an operator set the email. */
  emailOwned: boolean;
  givenName: string;
  familyName: string;
  /** The language that the user chose; null if they chose none. */
  locale: string | null;
  selfService: boolean;
  disabled: Disabled | null;
  createdAt: number;
  updatedAt: number;
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
  const { userId, email, emailNormalized, emailVerified, emailOwned } = user;
  const { givenName, familyName, locale, selfService, disabledAt, disabledReason } = user;
  return {
    sub,
    userId,
    email,
    emailNormalized,
    emailVerified,
    emailOwned,
    givenName,
    familyName,
    locale,
    selfService,
    disabled:
      disabledAt === null
        ? null
        : {
            at: disabledAt.getTime(),
            reason: disabledReason,
            by: await findDisabler(ctx, {
              actions: ["user.disabled", "user.deletion-requested"],
              targetId: sub,
              disabledAt,
            }),
          },
    createdAt: user.createdAt.getTime(),
    updatedAt: user.updatedAt.getTime(),
  };
}
