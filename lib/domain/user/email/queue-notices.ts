import { chooseLocale } from "@/lib/domain/base/choose-locale";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import type { NoticeEmail } from "./render-notice-email";
import { sealEmail } from "./sealed-email";

/** An email without a code, discarded if it is still queued at `expiresAt` (ms). */
export interface Notice {
  to: readonly string[];
  mail: NoticeEmail;
  expiresAt: number;
  /**
   * The reader's language: the one that the user chose, else the one of the page. Default: the
   * tenancy's.
   */
  locale?: string | null | undefined;
}

/**
 * Queues a notice in the transaction of the change that it reports. The caller wakes the workers
 * after the commit.
 */
export async function queueNotices(
  ctx: TenancyContext,
  tx: Queryable,
  { to, mail, expiresAt, locale: asked }: Notice,
): Promise<void> {
  const now = new Date(ctx.clock.now());
  const locale = chooseLocale(asked ?? undefined, ctx.tenancy.locale);
  const rows = to.map(async (recipient) => ({
    tenancyId: ctx.tenancy.id,
    id: ctx.createId(),
    sealed: await sealEmail(ctx, { ...mail, to: recipient, locale }),
    dueAt: now,
    expiresAt: new Date(expiresAt),
    createdAt: now,
  }));
  await tx.outboxEmail.createMany({ data: await Promise.all(rows) });
}
