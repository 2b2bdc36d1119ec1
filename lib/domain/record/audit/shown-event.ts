import { z } from "zod";
import { idPattern } from "@/lib/contract/fields";
import type { TenancyContext } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";

/** An event as the console shows it. */
export const ShownEvent = z.object({
  id: z.string(),
  action: z.string(),
  actorKind: z.string(),
  actorId: z.string().nullable(),
  /** Email of an operator or name of an API key; null for other actors and deleted ones. */
  actorName: z.string().nullable(),
  /**
   * The user behind a browser: whom the event is about, or whose passkey. Null for other actors, for
   * visitors who haven't proved who they are, and if the passkey moved to another user since.
   */
  actorSub: z.string().nullable(),
  targetKind: z.string(),
  /** Of a passkey that exists, the id that operators see. */
  targetId: z.string(),
  /**
   * Email, name or id of a user or operator, and of the user of a passkey; name of a key or tenancy;
   * mailbox of a code or invitation. Null once it is deleted.
   */
  targetName: z.string().nullable(),
  /** The AAGUID of a passkey that exists. */
  targetAaguid: z.string().nullable(),
  detail: z.string().nullable(),
  /** Name of what an id in the detail refers to: see `referenceIn`. Null once it is deleted. */
  detailName: z.string().nullable(),
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.date(),
  /** Null until the event is sealed. */
  sealId: z.string().nullable(),
});

export type ShownEvent = z.infer<typeof ShownEvent>;

const userName = Prisma.sql`
  COALESCE(NULLIF(t."email", ''), NULLIF(trim(t."givenName" || ' ' || t."familyName"), ''), t."userId",
    t."sub")`;

/** The user of a passkey, also of one that was deleted; null if it doesn't meet a condition. */
const subOfPasskey = (condition: Prisma.Sql) => Prisma.sql`
  COALESCE(
    (SELECT p."sub" FROM "Passkey" p
    WHERE p."tenancyId" = e."tenancyId" AND p."id" = e."targetId" AND ${condition}),
    CASE WHEN e."action" = 'passkey.deleted' THEN split_part(e."detail", ' ', 1) END)`;

const currentSubOfPasskey = subOfPasskey(Prisma.sql`TRUE`);

/** Who had the passkey before it moved isn't stored with it. */
const subOfPasskeyAtEvent = subOfPasskey(
  Prisma.sql`(p."movedAt" IS NULL OR p."movedAt" <= e."createdAt")`,
);

// One read by key for each event, because joins of nine tables plan slowly.
const targetName = Prisma.sql`
  CASE e."targetKind"
    WHEN 'user' THEN (
      SELECT ${userName} FROM "User" t WHERE t."tenancyId" = e."tenancyId" AND t."sub" = e."targetId")
    WHEN 'passkey' THEN (
      SELECT ${userName} FROM "User" t
      WHERE t."tenancyId" = e."tenancyId" AND t."sub" = ${currentSubOfPasskey})
    WHEN 'operator' THEN (
      SELECT ${userName} FROM "User" t
      WHERE t."tenancyId" = (SELECT "id" FROM "Tenancy" WHERE "isSystem")
        AND t."sub" = e."targetId")
    WHEN 'api-key' THEN (
      SELECT t."name" FROM "ApiKey" t
      WHERE t."tenancyId" = e."tenancyId" AND t."id" = e."targetId")
    WHEN 'webhook' THEN (
      SELECT t."name" FROM "Webhook" t
      WHERE t."tenancyId" = e."tenancyId" AND t."id" = e."targetId")
    WHEN 'challenge' THEN (
      SELECT t."email" FROM "Challenge" t
      WHERE t."tenancyId" = e."tenancyId" AND t."id" = e."targetId")
    WHEN 'invitation' THEN (
      SELECT t."email" FROM "OperatorInvitation" t
      WHERE t."tenancyId" = e."tenancyId" AND t."id" = e."targetId")
    WHEN 'tenancy' THEN (SELECT t."name" FROM "Tenancy" t WHERE t."id" = e."targetId")
  END AS "targetName",
  CASE
    WHEN e."action" = 'api-key.rotated' THEN (
      SELECT t."name" FROM "ApiKey" t
      WHERE t."tenancyId" = e."tenancyId" AND t."id" = e."detail")
    WHEN e."action" IN ('passkey.moved', 'mail.unblocked', 'user.email-claim-lost') THEN (
      SELECT ${userName} FROM "User" t
      WHERE t."tenancyId" = e."tenancyId" AND t."sub" = e."detail")
  END AS "detailName",
  CASE WHEN e."targetKind" = 'passkey' THEN (
    SELECT t."aaguid" FROM "Passkey" t
    WHERE t."tenancyId" = e."tenancyId" AND t."id" = e."targetId")
  END AS "targetAaguid"`;

const targetId = Prisma.sql`
  COALESCE(
    CASE WHEN e."targetKind" = 'passkey' THEN (
      SELECT t."formerId" FROM "Passkey" t
      WHERE t."tenancyId" = e."tenancyId" AND t."id" = e."targetId") END,
    e."targetId") AS "targetId"`;

// Who presents a stolen code is not its user.
const actorSub = Prisma.sql`
  CASE WHEN e."actorKind" = 'browser' AND e."action" <> 'principal.verifier-refused' THEN
    CASE e."targetKind" WHEN 'user' THEN e."targetId" WHEN 'passkey' THEN ${subOfPasskeyAtEvent} END
  END AS "actorSub"`;

/** The columns of a `ShownEvent`, from event `e` and `actorJoins`. */
export const eventColumns = Prisma.sql`
  ${targetName}, ${actorSub}, e."id", e."action", e."actorKind", e."actorId", e."targetKind", ${targetId}, e."detail",
  e."reason", e."requestId", e."address", e."createdAt", e."sealId",
  CASE e."actorKind" WHEN 'operator' THEN u."email" WHEN 'apiKey' THEN k."name" END AS "actorName"`;

/** Joins the actor of event `e`. Operators are users of the system tenancy. */
export const actorJoins = Prisma.sql`
    LEFT JOIN "User" u ON u."tenancyId" = (SELECT "id" FROM "Tenancy" WHERE "isSystem")
      AND u."sub" = e."actorId" AND e."actorKind" = 'operator'
    LEFT JOIN "ApiKey" k ON k."tenancyId" = e."tenancyId" AND k."id" = e."actorId"
      AND e."actorKind" = 'apiKey'`;

/** Returns an event of the tenancy's audit log; null if there is none. */
export async function findEvent(
  { db, tenancy }: TenancyContext,
  id: string,
): Promise<ShownEvent | null> {
  if (!idPattern.test(id)) return null;
  // Raw, for the names of actors, which have no foreign keys.
  const [found] = await db.query(ShownEvent)`
    SELECT ${eventColumns} FROM "AuditEvent" e ${actorJoins}
    WHERE e."tenancyId" = ${tenancy.id} AND e."id" = ${id}`;
  return found ?? null;
}

/** Returns the event that erased a user of the tenancy; null if none did. */
export async function findErasure(
  { db, tenancy }: TenancyContext,
  sub: string,
): Promise<ShownEvent | null> {
  if (!idPattern.test(sub)) return null;
  // Raw, for the names of actors, which have no foreign keys.
  const [found] = await db.query(ShownEvent)`
    SELECT ${eventColumns} FROM "AuditEvent" e ${actorJoins}
    WHERE e."tenancyId" = ${tenancy.id} AND e."targetId" = ${sub} AND e."action" = 'user.erased'
    ORDER BY e."id" DESC LIMIT 1`;
  return found ?? null;
}
