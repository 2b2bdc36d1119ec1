import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import type { NotedMetric } from "./metric";

const Row = z.object({
  hasKey: z.boolean(),
  hasPasskey: z.boolean(),
  hasExchange: z.boolean(),
  hasMail: z.boolean(),
});

/** How far a tenancy has come on the way to its first user. */
export interface OnboardingChecklist {
  hasOrigin: boolean;
  hasKey: boolean;
  hasPasskey: boolean;
  hasExchange: boolean;
  hasMail: boolean;
}

/** Looks at whether there is one of each, not at how many. One round trip. */
export async function findOnboardingChecklist(ctx: TenancyContext): Promise<OnboardingChecklist> {
  const { id, environment, allowedOrigins } = ctx.tenancy;
  const happened = (metric: NotedMetric) =>
    Prisma.sql`EXISTS (SELECT FROM "ActivityCount" WHERE "tenancyId" = ${id} AND "metric" = ${metric})`;
  const [row] = await ctx.run(Prisma.sql`
    SELECT EXISTS (SELECT FROM "ApiKey" WHERE "tenancyId" = ${id} AND "revokedAt" IS NULL) AS "hasKey",
      EXISTS (SELECT FROM "Passkey" WHERE "tenancyId" = ${id}) AS "hasPasskey",
      ${happened("code.exchanged")} AS "hasExchange", ${happened("mail.sent")} AS "hasMail"`);
  // Development also admits pages on this machine.
  return {
    hasOrigin: environment === "development" || allowedOrigins.length > 0,
    ...Row.parse(row),
  };
}
