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

/** The completed steps towards a tenancy's first user. */
export interface OnboardingChecklist {
  hasOrigin: boolean;
  hasKey: boolean;
  hasPasskey: boolean;
  hasExchange: boolean;
  hasMail: boolean;
}

/** Finds which steps are complete. Checks existence only, in one round trip. */
export async function findOnboardingChecklist(ctx: TenancyContext): Promise<OnboardingChecklist> {
  const { id, environment, allowedOrigins } = ctx.tenancy;
  const wasCounted = (metric: NotedMetric) =>
    Prisma.sql`EXISTS (SELECT FROM "ActivityCount" WHERE "tenancyId" = ${id} AND "metric" = ${metric})`;
  const [row] = await ctx.run(Prisma.sql`
    SELECT EXISTS (SELECT FROM "ApiKey" WHERE "tenancyId" = ${id} AND "revokedAt" IS NULL) AS "hasKey",
      EXISTS (SELECT FROM "Passkey" WHERE "tenancyId" = ${id}) AS "hasPasskey",
      ${wasCounted("code.exchanged")} AS "hasExchange", ${wasCounted("mail.sent")} AS "hasMail"`);
  // Development tenancies also allow localhost.
  return {
    hasOrigin: environment === "development" || allowedOrigins.length > 0,
    ...Row.parse(row),
  };
}
