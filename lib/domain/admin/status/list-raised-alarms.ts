import { z } from "zod";
import {
  isSystemOwner,
  type OperatorSession,
} from "@/lib/domain/admin/operator/session/find-session";
import type { Service } from "@/lib/domain/base/context";
import {
  type Alarm,
  type EmailAlarm,
  isEmailAlarm,
  lateAfterMs,
} from "@/lib/domain/history/alarm/alarm";
import { readAlarms } from "@/lib/domain/history/alarm/read-alarms";
import { Prisma } from "@/prisma/generated/client";

export interface TenancyAlarm {
  alarm: Alarm;
  tenancy: { id: string; name: string; isSystem: boolean };
}

export type TenancyEmailAlarm = TenancyAlarm & { alarm: EmailAlarm };

export const isTenancyEmailAlarm = (raised: TenancyAlarm): raised is TenancyEmailAlarm =>
  isEmailAlarm(raised.alarm);

type AlarmService = Pick<Service, "db" | "clock">;

const maxTenancies = 200;

/**
 * Finds tenancies that have a stored alarm, or an email that is retried or late. The latter need no
 * check that stores their alarm first.
 * @param within null for all tenancies
 */
async function findCandidates(
  { db, clock }: AlarmService,
  within: readonly string[] | null,
): Promise<TenancyAlarm["tenancy"][]> {
  const isWithin = (column: Prisma.Sql) =>
    within === null ? Prisma.sql`TRUE` : Prisma.sql`${column} = ANY (${[...within]}::text[])`;
  // Raw, because Prisma has no UNION. The second part reads the partial index of the queue.
  return db.query(z.object({ id: z.string(), name: z.string(), isSystem: z.boolean() }))`
    SELECT t."id", t."name", t."isSystem" FROM "Tenancy" t
    WHERE t."deletedAt" IS NULL AND t."id" IN (
      SELECT a."tenancyId" FROM "Alarm" a WHERE ${isWithin(Prisma.sql`a."tenancyId"`)}
      UNION
      SELECT m."tenancyId" FROM "OutboxMail" m
      WHERE m."state" = 'queued'
        AND (m."lastError" IS NOT NULL OR m."dueAt" < ${new Date(clock.now() - lateAfterMs)})
        AND ${isWithin(Prisma.sql`m."tenancyId"`)})
    ORDER BY t."id" LIMIT ${maxTenancies}`;
}

/**
 * Lists the alarms of all tenancies, the system tenancy included, or of some. Each is judged as on the
 * tenancy's own page. Severe ones come first, then the oldest.
 */
export async function listAlarmsWithin(
  service: AlarmService,
  within: readonly string[] | null,
): Promise<TenancyAlarm[]> {
  const tenancies = await findCandidates(service, within);
  const judged = await readAlarms(
    service,
    tenancies.map(({ id }) => id),
  );
  const listed = tenancies.flatMap((tenancy) =>
    (judged.get(tenancy.id)?.alarms ?? []).map((alarm) => ({ alarm, tenancy })),
  );
  return listed.sort(
    ({ alarm: a }, { alarm: b }) =>
      Number(b.isSevere) - Number(a.isSevere) || a.sinceMs - b.sinceMs,
  );
}

/** Lists the alarms of the operator's tenancies. A system owner sees those of all tenancies. */
export const listRaisedAlarms = (
  service: AlarmService,
  session: OperatorSession,
): Promise<TenancyAlarm[]> =>
  listAlarmsWithin(
    service,
    isSystemOwner(session) ? null : session.roles.map(({ tenancyId }) => tenancyId),
  );
