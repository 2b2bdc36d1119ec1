import { z } from "zod";
import { Prisma } from "@/prisma/generated/client";

/** An event as the console shows it. */
export const ShownEvent = z.object({
  id: z.string(),
  action: z.string(),
  actorKind: z.string(),
  actorId: z.string().nullable(),
  /** Email of an operator or name of an API key; null for other actors and deleted ones. */
  actorName: z.string().nullable(),
  targetKind: z.string(),
  targetId: z.string(),
  detail: z.string().nullable(),
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.date(),
  /** Null until the event is sealed. */
  sealId: z.string().nullable(),
});

export type ShownEvent = z.infer<typeof ShownEvent>;

/** The columns of a `ShownEvent`, from event `e` and `actorJoins`. */
export const eventColumns = Prisma.sql`
  e."id", e."action", e."actorKind", e."actorId", e."targetKind", e."targetId", e."detail",
  e."reason", e."requestId", e."address", e."createdAt", e."sealId",
  CASE e."actorKind" WHEN 'operator' THEN u."email" WHEN 'apiKey' THEN k."name" END AS "actorName"`;

/** Joins the actor of event `e`. Operators are users of the system tenancy. */
export const actorJoins = Prisma.sql`
    LEFT JOIN "User" u ON u."tenancyId" = (SELECT "id" FROM "Tenancy" WHERE "isSystem")
      AND u."sub" = e."actorId" AND e."actorKind" = 'operator'
    LEFT JOIN "ApiKey" k ON k."tenancyId" = e."tenancyId" AND k."id" = e."actorId"
      AND e."actorKind" = 'apiKey'`;
