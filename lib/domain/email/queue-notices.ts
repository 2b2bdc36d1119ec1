import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { chooseLocale } from "./choose-locale";
import type { NoticeMail } from "./render-notice-email";
import { sealEmail } from "./sealed-email";

/** News and whom they go to; not sent any more after `expiresAt` (ms). */
export interface Notice {
  to: readonly string[];
  mail: NoticeMail;
  expiresAt: number;
}

/**
 * Puts news into the outbox, in the transaction of what they tell of; the caller wakes the workers
 * after its commit.
 */
export async function queueNotices(
  ctx: TenancyContext,
  tx: Queryable,
  { to, mail, expiresAt }: Notice,
): Promise<void> {
  const now = new Date(ctx.clock.now());
  const locale = chooseLocale(undefined, ctx.tenancy.locale);
  const rows = to.map(async (recipient) => ({
    tenancyId: ctx.tenancy.id,
    id: ctx.createId(),
    sealed: await sealEmail(ctx, { ...mail, to: recipient, locale }),
    dueAt: now,
    expiresAt: new Date(expiresAt),
    createdAt: now,
  }));
  await tx.outboxMail.createMany({ data: await Promise.all(rows) });
}
