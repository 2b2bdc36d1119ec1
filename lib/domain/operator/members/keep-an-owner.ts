import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";

/**
 * Takes turns with everybody else who takes owners away, in a statement of its own, so that what
 * decides next sees what the one before left.
 * @throws Forbidden when this is the last owner: a tenancy that has owners keeps one, and so does
 * the installation
 */
export async function keepAnOwner(ctx: TenancyContext, tx: Queryable, sub: string): Promise<void> {
  const owners = await tx.$queryRaw<{ sub: string }[]>`
    SELECT "sub" FROM "Operator" WHERE "tenancyId" = ${ctx.tenancy.id} AND "role" = 'owner' ORDER BY "sub" FOR UPDATE`;
  if (owners.length === 1 && owners[0]?.sub === sub)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This is the last owner here. Make somebody else an owner first.",
    );
}
