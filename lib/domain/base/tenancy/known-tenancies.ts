import { z } from "zod";
import { idPattern } from "@/lib/contract/fields";
import type { Service } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";
import { peekTenancy } from "./find-tenancy";

/**
 * The ids of the tenancies that exist. Made-up ids share one budget of connections and turns, so a
 * request's tenancy must be known before it takes either.
 */
export interface KnownTenancies {
  /** Whether the tenancy is known, without a statement. */
  has(tenancyId: string): boolean;
  /**
   * Whether the tenancy exists. Looks up ids that the last read did not find, at most
   * `lookupsPerSecond` of them. The others count as unknown until the next read.
   */
  find(tenancyId: string): Promise<boolean>;
  /** Reads all ids, and again every few seconds. */
  start(): Promise<void>;
  stop(): void;
}

const Row = z.object({ id: z.string() });
export interface KnownTenanciesLimits {
  readEveryMs: number;
  lookupsPerSecond: number;
  /** Ids that one statement of a read returns. */
  pageRows: number;
}

type KnownTenanciesService = Pick<Service, "db" | "clock" | "log" | "shareOf">;

/** @param budget the key whose share of connections lookups use */
export function createKnownTenancies(
  getService: () => KnownTenanciesService,
  budget: string,
  { readEveryMs, lookupsPerSecond, pageRows }: KnownTenanciesLimits = limits.knownTenancies,
): KnownTenancies {
  let known = new Set<string>();
  let started: Promise<void> | undefined;
  let reading: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Ids found by a lookup. A read that began before may not have them. */
  let found: string[] = [];
  /** Requests of one new tenancy that arrive together share a lookup. */
  const lookingUp = new Map<string, Promise<boolean>>();
  let second = 0;
  let lookups = 0;

  /** Reads in pages, so that a long list doesn't block the event loop. */
  async function readPages(): Promise<void> {
    found = [];
    const ids = new Set<string>();
    for (let last: string | undefined = ""; last !== undefined;) {
      const rows: { id: string }[] = await getService().db.query(Row)`
        SELECT t."id" FROM "Tenancy" t
        WHERE t."id" > ${last} AND t."deletedAt" IS NULL ORDER BY t."id" LIMIT ${pageRows}`;
      for (const { id } of rows) ids.add(id);
      last = rows.length < pageRows ? undefined : rows.at(-1)?.id;
    }
    for (const id of found) ids.add(id);
    known = ids;
  }

  const read = () => (reading ??= readPages().finally(() => (reading = undefined)));

  /** Keeps the ids of the last read if this one fails. */
  async function readAgain(): Promise<void> {
    try {
      await read();
    } catch (error) {
      getService().log.warn(
        { event: "tenancies.read_failed", error: error instanceof Error ? error.name : "unknown" },
        "reading the tenancy ids failed; will retry",
      );
    }
  }

  async function startReading(): Promise<void> {
    await read();
    timer = setInterval(() => void readAgain(), readEveryMs);
    timer.unref();
  }

  function start(): Promise<void> {
    started ??= startReading().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  }

  function takeLookup(): boolean {
    const now = Math.floor(getService().clock.now() / 1_000);
    if (now !== second) [second, lookups] = [now, 0];
    return lookups++ < lookupsPerSecond;
  }

  // Tenancies that this process has read are known before the next read.
  const has = (id: string) => known.has(id) || peekTenancy(id) !== undefined;

  async function lookUp(id: string): Promise<boolean> {
    const rows = await getService().shareOf(budget).query(Row)`
      SELECT t."id" FROM "Tenancy" t WHERE t."id" = ${id} AND t."deletedAt" IS NULL`;
    if (rows.length === 0) return false;
    known.add(id);
    found.push(id);
    return true;
  }

  async function find(id: string): Promise<boolean> {
    if (!idPattern.test(id)) return false;
    await start();
    const running = lookingUp.get(id);
    if (has(id) || (running === undefined && !takeLookup())) return has(id);
    const lookup = running ?? lookUp(id).finally(() => lookingUp.delete(id));
    lookingUp.set(id, lookup);
    return lookup;
  }

  return { has, find, start, stop: () => clearInterval(timer) };
}
