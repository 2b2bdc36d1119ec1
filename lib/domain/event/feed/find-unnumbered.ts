import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";

const Row = z.object({ isUnsealed: z.boolean(), isUnnumbered: z.boolean() });

/** Whether events wait for a seal, and seals for numbers. */
export async function findUnnumbered({ db }: Pick<Service, "db">): Promise<z.infer<typeof Row>> {
  // Raw: one statement every second, by the index of what waits.
  const [row] = await db.query(Row)`
    SELECT EXISTS (SELECT 1 FROM "AuditEvent" WHERE "sealId" IS NULL) AS "isUnsealed",
      EXISTS (SELECT 1 FROM "Feed" f JOIN "AuditSeal" s ON s."id" > f."sealId") AS "isUnnumbered"`;
  return row ?? { isUnsealed: false, isUnnumbered: false };
}
