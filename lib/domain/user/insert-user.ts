import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import type { Prisma, User } from "@/prisma/generated/client";

type NewUser = Omit<
  Prisma.UserUncheckedCreateInput,
  "tenancyId" | "sub" | "createdAt" | "updatedAt"
>;

/** Inserts a user in the caller's transaction, after its checks and `lockIdentities`. Audited. */
export async function insertUser(
  ctx: TenancyContext,
  tx: Queryable,
  newUser: NewUser,
): Promise<User> {
  const now = new Date(ctx.clock.now());
  const user = await tx.user.create({
    data: {
      ...newUser,
      tenancyId: ctx.tenancy.id,
      sub: ctx.createId(),
      createdAt: now,
      updatedAt: now,
    },
  });
  await recordAudit(ctx, tx, { action: "user.created", target: { kind: "user", id: user.sub } });
  return user;
}
