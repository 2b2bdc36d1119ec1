import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { queueNotices } from "@/lib/domain/email/queue-notices";
import type { Prisma } from "@/prisma/generated/client";
import { createLink } from "./operator-link";
import type { OperatorRole } from "./permission";
import { getSystemTenancy } from "./get-system-tenancy";

/** An invitation that there is a row of. */
export interface SentInvitation {
  id: string;
  email: string;
  role: OperatorRole;
}

/** Mails a new link for an invitation, in the caller's transaction. The link is in the mail alone, and there sealed. */
export async function sendInvitation(ctx: TenancyContext, tx: Queryable, { id, email, role }: SentInvitation): Promise<void> {
  const system = { ...ctx, tenancy: await getSystemTenancy(ctx) };
  const run = (statement: Prisma.Sql) => tx.$queryRaw<unknown[]>(statement);
  const { link, expiresAt } = await createLink(system, { purpose: "invitation", tenancyId: ctx.tenancy.id, invitationId: id }, run);
  const inviter = ctx.actor.kind === "operator" ? await tx.user.findUnique({ where: { tenancyId_sub: { tenancyId: system.tenancy.id, sub: ctx.actor.id } }, select: { email: true } }) : null;
  const mail = { kind: "invitation" as const, tenancy: ctx.tenancy.name, inviter: inviter?.email ?? system.tenancy.name, role, link, untilMs: expiresAt };
  await queueNotices(system, tx, { to: [email], mail, expiresAt });
}
