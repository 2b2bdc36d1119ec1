import { join } from "node:path";
import { getConfig } from "@/lib/config";
import type { Service } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { pendingMigrations } from "@/lib/platform/migrations";

/** How long a success counts. A balancer asks again after seconds. */
const readyMs = 250;

interface Check {
  pending: Promise<string[]>;
  /** Infinite while it runs. */
  expiresAt: number;
}

/** The last check of each service. */
const checks = new WeakMap<Service["shareOf"], Check>();

/** All requests share one check, so that a flood costs one connection and a few statements. */
function check({ db, clock, shareOf }: Pick<Service, "db" | "clock" | "shareOf">): Check {
  const last = checks.get(shareOf);
  if (last !== undefined && last.expiresAt > clock.now()) return last;
  const folder = join(getConfig().installationFolder, "prisma/migrations");
  const next = { pending: pendingMigrations(db, folder), expiresAt: Infinity };
  const expire = (ms: number) => void (next.expiresAt = clock.now() + ms);
  next.pending.then(
    ({ length }) => expire(length === 0 ? readyMs : 0),
    () => expire(0),
  );
  checks.set(shareOf, next);
  return next;
}

/**
 * Checks that the database responds and has every migration of this build.
 * @throws Unavailable
 */
export async function checkReadiness({
  ctx,
}: {
  ctx: Pick<Service, "db" | "clock" | "shareOf">;
}): Promise<{ status: "ok" }> {
  if ((await check(ctx).pending).length > 0)
    throw new ServiceError(
      "@error/Unavailable",
      undefined,
      "The database lacks migrations of this version.",
    );
  return { status: "ok" };
}
