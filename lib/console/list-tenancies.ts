import { cache } from "react";
import { listOwnTenancies } from "@/lib/domain/admin/operator/account/list-own-tenancies";
import {
  isSystemOwner,
  type OperatorSession,
} from "@/lib/domain/admin/operator/session/find-session";
import { listRaisedAlarms, type TenancyAlarm } from "@/lib/domain/admin/status/list-raised-alarms";
import { listPendingSenders, type PendingSender } from "@/lib/domain/admin/tenancy/sender-domain";
import { getService } from "@/lib/service/service";

/** Lists the operator's tenancies. Cached per request. */
export const listConsoleTenancies = cache((session: OperatorSession) =>
  listOwnTenancies(getService(), session),
);

/** Lists senders awaiting approval by a system owner. Empty for other operators. */
export const listConsolePendingSenders = (session: OperatorSession): Promise<PendingSender[]> =>
  isSystemOwner(session) ? listPendingSenders(getService()) : Promise.resolve([]);

/** Lists the alarms of the operator's tenancies, and the time now in ms. */
export async function listConsoleAlarms(
  session: OperatorSession,
): Promise<{ alarms: TenancyAlarm[]; nowMs: number }> {
  const service = getService();
  return { alarms: await listRaisedAlarms(service, session), nowMs: service.clock.now() };
}
