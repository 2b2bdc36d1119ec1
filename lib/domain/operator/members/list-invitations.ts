import type { TenancyContext } from "@/lib/domain/context";
import type { OperatorRole } from "@/lib/domain/operator/permission";

/** An invitation in the console. Times in ms. */
export interface PendingInvitation {
  id: string;
  email: string;
  role: OperatorRole;
  createdAt: number;
  expiresAt: number;
  isOver: boolean;
}

const pageRows = 50;

/** Lists pending and expired invitations, newest first. `next` is the next page's `before`. */
export async function listInvitations(
  ctx: TenancyContext,
  { before }: { before?: string | undefined } = {},
): Promise<{ invitations: PendingInvitation[]; next: string | null }> {
  const rows = await ctx.db.operatorInvitation.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      acceptedAt: null,
      revokedAt: null,
      ...(before === undefined ? {} : { id: { lt: before } }),
    },
    orderBy: { id: "desc" },
    take: pageRows + 1,
  });
  const now = ctx.clock.now();
  const shown = rows.slice(0, pageRows).map(({ id, email, role, createdAt, expiresAt }) => ({
    id,
    email,
    role,
    createdAt: createdAt.getTime(),
    expiresAt: expiresAt.getTime(),
    isOver: expiresAt.getTime() <= now,
  }));
  return { invitations: shown, next: rows.length > pageRows ? (shown.at(-1)?.id ?? null) : null };
}
