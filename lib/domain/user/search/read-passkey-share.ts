import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { newestRows, type Span } from "@/lib/domain/base/newest-rows";
import { Prisma } from "@/prisma/generated/client";

/** Sign-ins and registrations of each kind that are read at most. */
export const sharedEvents = 2_000;

/** What makes a user active. */
const activeKinds = ["sign-in.succeeded", "sign-in.by-code", "registration.succeeded"];

const Row = z.object({ users: z.int(), withPasskey: z.int(), events: z.int() });

export interface PasskeyShare {
  /** Active users that were looked at. */
  users: number;
  /** Those who have an enabled passkey. */
  withPasskey: number;
  /** False if there were more events than the bound: then the users are the last active ones. */
  isComplete: boolean;
}

/**
 * Counts the users who signed in or registered in a period, and those among them who have a passkey.
 * Reads a bounded number of the newest events by index, so the cost doesn't grow with the users.
 */
export async function readPasskeyShare(
  { db, tenancy }: TenancyContext,
  span: Span,
): Promise<PasskeyShare> {
  const newest = newestRows({
    table: "TimelineEvent",
    tenancyId: tenancy.id,
    by: { column: "kind", values: activeKinds },
    ...span,
  });
  // Raw, because it must read the list by its index.
  const [row] = await db.query(Row)`
    WITH read AS MATERIALIZED (${newest(Prisma.raw(String(sharedEvents)))}),
    active AS MATERIALIZED (SELECT DISTINCT r."sub" FROM read r WHERE r."sub" IS NOT NULL)
    SELECT count(*)::int AS "users", (SELECT count(*)::int FROM read) AS "events",
      count(*) FILTER (WHERE EXISTS (
        SELECT 1 FROM "Passkey" p
        WHERE p."tenancyId" = ${tenancy.id} AND p."sub" = a."sub" AND p."disabledAt" IS NULL
      ))::int AS "withPasskey"
    FROM active a`;
  const { users = 0, withPasskey = 0, events = 0 } = row ?? {};
  return { users, withPasskey, isComplete: events < sharedEvents };
}
