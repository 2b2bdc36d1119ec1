// A request starts with a tenancy, and possibly an API key, from a cache. They are only guesses. Its
// first statement contains the CTE `caller`, which has no row if the tenancy, the key or the key's
// scopes have changed. Then the statement changes nothing, and the request starts again with fresh
// rows (`lib/http/endpoint/with-caller.ts`).

import type { TenancyContext } from "@/lib/domain/context";
import { tenancyVersion } from "@/lib/domain/tenancy/cached-tenancy";
import { CallerChanged } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { liveKey } from "./live-key";

/** The CTE `caller`. Always one row for operators, commands and tests, whose rows aren't cached. */
export function unchangedCaller(
  { tenancy, callerVersion }: Pick<TenancyContext, "tenancy" | "callerVersion">,
  now: Date,
): Prisma.Sql {
  if (callerVersion === undefined) return Prisma.sql`caller AS (SELECT 1)`;
  const { key, tenancyVersion: version } = callerVersion;
  const rows =
    key === undefined
      ? Prisma.sql`"Tenancy" t WHERE t."id" = ${tenancy.id}`
      : Prisma.sql`${liveKey(key.stored, now)} AND k."scopes" = ${key.scopes}::text[]`;
  return Prisma.sql`caller AS (SELECT 1 FROM ${rows} AND ${tenancyVersion} = ${version})`;
}

/**
 * Names the callers that one statement can confirm together: those with the same tenancy version, key
 * and scopes.
 */
export function callerName({ tenancy, callerVersion, createId }: TenancyContext): string {
  if (callerVersion === undefined) return createId();
  const { key, tenancyVersion: version } = callerVersion;
  const keyName = key === undefined ? [] : [key.stored.hash.toString("base64"), ...key.scopes];
  return [tenancy.id, version, ...keyName].join(" ");
}

/** Records that a statement returned a row of `caller`. @throws CallerChanged when it did not */
export function confirmCaller({ callerVersion }: TenancyContext, isUnchanged: boolean): void {
  if (!isUnchanged) throw new CallerChanged();
  if (callerVersion !== undefined) callerVersion.isConfirmed = true;
}
