import { createHash } from "node:crypto";
import { countTowards, type Limit } from "@/lib/domain/access/rate-limit/count-towards";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { countedMailbox } from "@/lib/domain/user/counted-mailbox";
import { ServiceError } from "@/lib/errors";
import { lifetimes, limits } from "@/lib/limits";

const minuteMs = 60_000;
const minutes = new Intl.NumberFormat("en", { style: "unit", unitDisplay: "long", unit: "minute" });
const hours = new Intl.NumberFormat("en", { style: "unit", unitDisplay: "long", unit: "hour" });

const inWords = (waitMs: number) =>
  waitMs <= lifetimes.hourMs
    ? minutes.format(Math.ceil(waitMs / minuteMs))
    : hours.format(Math.ceil(waitMs / lifetimes.hourMs));

/**
 * Counts an invitation email towards the limits of its address and of the tenancy. Runs in the
 * caller's transaction, so a refused email counts nothing.
 * @throws RateLimited
 */
export async function countInvitationEmail(
  ctx: TenancyContext,
  tx: Queryable,
  email: string,
): Promise<void> {
  const now = ctx.clock.now();
  const mailbox = countedMailbox(requireEmail(email).normalized);
  const address = createHash("sha256").update(mailbox).digest("hex");
  const { perAddressAndHour: perHour, perTenancyAndDay: perDay } = limits.invitationEmails;
  const refusals: readonly (Limit & { message: string })[] = [
    {
      key: `invitation:${ctx.tenancy.id}:${address}`,
      max: perHour,
      windowMs: lifetimes.hourMs,
      message: `An invitation can be emailed ${perHour} times an hour.`,
    },
    {
      key: `invitations:${ctx.tenancy.id}`,
      max: perDay,
      windowMs: lifetimes.dayMs,
      message: `A tenancy can send ${perDay} invitation emails a day.`,
    },
  ];
  const waits = await countTowards(tx, refusals, now);
  const longest = refusals
    .map(({ message }, index) => ({ message, waitMs: waits[index] ?? 0 }))
    .reduce((a, b) => (b.waitMs > a.waitMs ? b : a));
  if (longest.waitMs > 0)
    throw new ServiceError(
      "@error/RateLimited",
      { retryAfterSeconds: Math.ceil(longest.waitMs / 1_000) },
      `${longest.message} Try again in ${inWords(longest.waitMs)}.`,
    );
}
