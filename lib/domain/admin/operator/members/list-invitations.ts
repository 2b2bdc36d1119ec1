import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import type { TenancyContext } from "@/lib/domain/base/context";
import type { OperatorRole } from "@/lib/domain/base/permission";

/** An invitation in the console. Times in ms. */
export interface PendingInvitation {
  id: string;
  email: string;
  role: OperatorRole;
  /** Email of the operator who sent it; empty if their account is gone. */
  invitedBy: string;
  createdAt: number;
  expiresAt: number;
  isOver: boolean;
}

const pageRows = 50;

/** Finds the emails of operators, who are users of the system tenancy. */
async function findInviters(ctx: TenancyContext, subs: string[]): Promise<(sub: string) => string> {
  if (subs.length === 0) return () => "";
  const system = await getSystemTenancy(ctx);
  const inviters = await ctx.db.user.findMany({
    where: { tenancyId: system.id, sub: { in: [...new Set(subs)] } },
    select: { sub: true, email: true },
  });
  const emails = new Map(inviters.map(({ sub, email }) => [sub, email]));
  return (sub) => emails.get(sub) ?? "";
}

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
  const emailOf = await findInviters(
    ctx,
    rows.map(({ invitedBy }) => invitedBy),
  );
  const shown = rows
    .slice(0, pageRows)
    .map(({ id, email, role, invitedBy, createdAt, expiresAt }) => ({
      id,
      email,
      role,
      invitedBy: emailOf(invitedBy),
      createdAt: createdAt.getTime(),
      expiresAt: expiresAt.getTime(),
      isOver: expiresAt.getTime() <= now,
    }));
  return { invitations: shown, next: rows.length > pageRows ? (shown.at(-1)?.id ?? null) : null };
}
