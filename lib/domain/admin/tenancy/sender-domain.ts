import { z } from "zod";
import { getConfig } from "@/lib/config";
import type { Queryable, Service, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { senderAddress, senderDomainOf } from "@/lib/domain/user/email/sender-address";
import { badRequest, ServiceError } from "@/lib/errors";
import { confirmerOf, type ConfirmingContext, isOwnerOnHost } from "./related-origins";

/** Compares domains. A stored one is not in ASCII if a migration copied it. */
const isDomain = (stored: string, domain: string | null) =>
  senderDomainOf(`sender@${stored}`) === domain;

/**
 * Requests confirmation for the domain of a new sender. A domain that was requested or confirmed
 * before keeps its state and its grace period. Other domains of the tenancy lose theirs. The CLI
 * runs on the host, so it confirms immediately.
 * @param tx the transaction that writes the sender and locks the tenancy's row
 */
export async function requestSenderDomain(
  { tenancy, clock, actor }: TenancyContext,
  tx: Queryable,
  mailSender: string | null,
): Promise<void> {
  const tenancyId = tenancy.id;
  const domain = mailSender === null ? null : senderDomainOf(mailSender);
  const before = await tx.senderDomain.findMany({ where: { tenancyId } });
  await tx.senderDomain.deleteMany({ where: { tenancyId } });
  if (domain === null) return;
  const now = new Date(clock.now());
  const state = before.find((one) => isDomain(one.domain, domain)) ?? { requestedAt: now };
  const confirmed = isOwnerOnHost(actor)
    ? { confirmedAt: now, confirmedBy: "system", graceUntil: null }
    : {};
  await tx.senderDomain.create({ data: { ...state, tenancyId, domain, ...confirmed } });
}

async function lockSender({ tenancy }: TenancyContext, tx: Queryable): Promise<string | null> {
  // Raw, because Prisma takes no row locks.
  const [row] = await tx.query(z.object({ mailSender: z.string().nullable() }))`
    SELECT "mailSender" FROM "Tenancy"
    WHERE "id" = ${tenancy.id} AND "deletedAt" IS NULL FOR UPDATE`;
  return row?.mailSender ?? null;
}

/**
 * Confirms, as a system owner, that the tenancy may send email from its sender's domain.
 * @param domain the domain that the operator saw
 * @throws BadRequest (domain) if the sender's domain changed since
 */
export async function confirmSenderDomain(ctx: ConfirmingContext, domain: string): Promise<void> {
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  await ctx.db.$transaction(async (tx) => {
    const mailSender = await lockSender(ctx, tx);
    if (mailSender === null || senderDomainOf(mailSender) !== domain)
      throw badRequest("domain", "The sender's domain has changed. Reload the page");
    await tx.senderDomain.deleteMany({ where: { tenancyId } });
    await tx.senderDomain.create({
      data: {
        tenancyId,
        domain,
        requestedAt: now,
        confirmedAt: now,
        confirmedBy: confirmerOf(ctx),
      },
    });
    await recordAudit(ctx, tx, {
      action: "tenancy.sender-domain-confirmed",
      target: { kind: "tenancy", id: tenancyId },
    });
  });
}

/**
 * Withdraws the confirmation or the grace period. Email then comes from the installation's address.
 * @throws NotFound
 */
export async function withdrawSenderDomain(ctx: ConfirmingContext, domain: string): Promise<void> {
  const tenancyId = ctx.tenancy.id;
  await ctx.db.$transaction(async (tx) => {
    const mailSender = await lockSender(ctx, tx);
    const usable = {
      tenancyId,
      OR: [{ confirmedAt: { not: null } }, { graceUntil: { not: null } }],
    };
    const isCurrent = mailSender !== null && senderDomainOf(mailSender) === domain;
    const { count } = isCurrent
      ? await tx.senderDomain.updateMany({
          where: usable,
          data: { confirmedAt: null, confirmedBy: null, graceUntil: null },
        })
      : { count: 0 };
    if (count === 0) throw new ServiceError("@error/NotFound");
    await recordAudit(ctx, tx, {
      action: "tenancy.sender-domain-withdrawn",
      target: { kind: "tenancy", id: tenancyId },
    });
  });
}

export interface TenancySender {
  /** The address in the settings, and its domain. */
  wanted: string;
  domain: string;
  /** The address that email currently comes from. */
  used: string;
  installation: string;
  /** In ms. Null while unconfirmed. */
  confirmedAt: number | null;
  /** In ms. Null without a grace period or after its end. */
  graceUntil: number | null;
}

/** Returns the tenancy's sender and its domain's state. Null if the settings have no sender. */
export async function getSender({
  db,
  clock,
  tenancy,
}: TenancyContext): Promise<TenancySender | null> {
  const row = await db.tenancy.findFirst({
    where: { id: tenancy.id, deletedAt: null },
    select: { mailSender: true, senderDomains: true },
  });
  const wanted = row?.mailSender ?? null;
  const domain = wanted === null ? null : senderDomainOf(wanted);
  if (row === null || wanted === null || domain === null) return null;
  const found = row.senderDomains.find((one) => isDomain(one.domain, domain));
  const confirmedAt = found?.confirmedAt?.getTime() ?? null;
  const graceUntil = found?.graceUntil?.getTime() ?? 0;
  const isUsable = confirmedAt !== null || graceUntil > clock.now();
  const { mailFrom: installation } = getConfig();
  const used = senderAddress(
    { mailSender: wanted, senderDomains: isUsable ? [domain] : [] },
    installation,
  );
  return {
    wanted,
    domain,
    used,
    installation,
    confirmedAt,
    graceUntil: confirmedAt === null && isUsable ? graceUntil : null,
  };
}

export interface PendingSender {
  tenancyId: string;
  tenancyName: string;
  mailSender: string;
  domain: string;
  /** In ms, like `graceUntil`. */
  requestedAt: number;
  graceUntil: number | null;
}

const maxListed = 100;

/** Lists all tenancies' senders that wait for a confirmation, oldest request first, at most 100. */
export async function listPendingSenders({
  db,
  clock,
}: Pick<Service, "db" | "clock">): Promise<PendingSender[]> {
  const rows = await db.senderDomain.findMany({
    where: { confirmedAt: null, tenancy: { deletedAt: null, mailSender: { not: null } } },
    orderBy: [{ requestedAt: "asc" }, { tenancyId: "asc" }],
    take: maxListed,
    include: { tenancy: { select: { name: true, mailSender: true } } },
  });
  return rows.flatMap(({ tenancyId, tenancy: { name, mailSender }, requestedAt, graceUntil }) => {
    const domain = mailSender === null ? null : senderDomainOf(mailSender);
    if (mailSender === null || domain === null) return [];
    const until = graceUntil?.getTime() ?? 0;
    return [
      {
        tenancyId,
        tenancyName: name,
        mailSender,
        domain,
        requestedAt: requestedAt.getTime(),
        graceUntil: until > clock.now() ? until : null,
      },
    ];
  });
}
