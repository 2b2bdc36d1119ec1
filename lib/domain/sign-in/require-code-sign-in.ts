import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";

/** Whether an emailed code signs visitors of the hosted pages in, or only lets them add a passkey. */
export const isCodeSignIn = ({ tenancy }: Pick<TenancyContext, "tenancy">): boolean =>
  tenancy.emailCodes === "sign-in";

/**
 * Checks that an emailed code signs in, and locks the tenancy's row, so that the setting can't change
 * before the transaction ends.
 * @throws Forbidden when the tenancy requires a passkey
 */
export async function requireCodeSignIn(ctx: TenancyContext, tx: Queryable): Promise<void> {
  // Raw, because Prisma takes no row locks.
  const allowing = await tx.$executeRaw`
    SELECT 1 FROM "Tenancy" WHERE "id" = ${ctx.tenancy.id} AND "emailCodes" = 'sign-in' FOR SHARE`;
  if (allowing === 0)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This tenancy requires a passkey to sign in.",
    );
}
