import type { RecalledContext, Service, TenancyContext } from "@/lib/domain/context";
import { hashSecretInHex } from "@/lib/domain/one-time-token/secret-value";
import { tenancyVersion } from "@/lib/domain/tenancy/recall-tenancy";
import { Prisma } from "@/prisma/generated/client";
import { liveKey, type HeldKey, type LiveKey } from "./live-key";

/** A key as a look-up found it. */
interface FoundKey {
  held: HeldKey;
  live: LiveKey;
  /** Of the tenancy's row (`tenancyVersion`). */
  version: string;
}

interface Remembered extends FoundKey {
  callerName: string;
  /** When its use has to be noted again, in ms; until then it is remembered. */
  until: number;
}

/** A key as its last look-up found it: a guess until a statement has proved it. */
export interface RecalledKey extends FoundKey {
  callerName: string;
  isProven: boolean;
}

const rememberedKeys = 10_000;

const remembered = new Map<string, Remembered>();

const nameOf = ({ tenancyId, hash }: HeldKey) => `${tenancyId} ${hash.toString("hex")}`;

export function rememberKey({ held, live, version }: FoundKey, until: number): void {
  const name = nameOf(held);
  remembered.delete(name);
  remembered.set(name, {
    held,
    live,
    version,
    callerName: `${name} ${version} ${live.scopes.join(" ")}`,
    until,
  });
  const oldest = remembered.keys().next().value;
  if (remembered.size > rememberedKeys && oldest !== undefined) remembered.delete(oldest);
}

export const forgetKey = (held: HeldKey) => void remembered.delete(nameOf(held));

/** The key of that text as this process found it within the last minute. No round trip. */
export function recallKey(
  { clock }: Pick<Service, "clock">,
  tenancyId: string,
  key: string,
): RecalledKey | undefined {
  const known = remembered.get(`${tenancyId} ${hashSecretInHex(key)}`);
  if (known === undefined || known.until <= clock.now()) return undefined;
  const { held, live, version, callerName } = known;
  return { held, live, version, callerName, isProven: false };
}

/**
 * CTE "caller": a row where the caller is who it is taken for as the statement begins; always,
 * where its key was looked up.
 */
export function provenCaller(
  { recalled }: TenancyContext | RecalledContext,
  now: Date,
): Prisma.Sql {
  if (recalled === undefined) return Prisma.sql`caller AS (SELECT 1)`;
  const { held, live, version } = recalled;
  return Prisma.sql`caller AS (SELECT 1 FROM ${liveKey(held, now)} AND k."scopes" = ${live.scopes}::text[] AND ${tenancyVersion} = ${version})`;
}

/**
 * Tells callers apart whom one statement cannot prove together; those of one name have one key, one
 * tenancy and its settings. Undefined for those who are proven already.
 */
export const callerName = ({ recalled }: TenancyContext | RecalledContext) => recalled?.callerName;

/** The context of a caller for whom a statement had a row of "caller". */
export function toProven(ctx: TenancyContext | RecalledContext): TenancyContext {
  if (ctx.recalled === undefined) return ctx;
  ctx.recalled.isProven = true;
  return Object.assign(ctx, { recalled: undefined });
}
