import { join } from "node:path";
import { getConfig } from "@/lib/config";
import type { Service } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { pendingMigrations } from "@/lib/platform/migrations";

const checking = new WeakMap<Service["shareOf"], Promise<string[]>>();

/**
 * Checks that the database responds and has every migration of this build. All requests that wait
 * share one statement, so that a flood costs one connection.
 * @throws Unavailable
 */
export async function checkReadiness({
  ctx: { db, shareOf },
}: {
  ctx: Pick<Service, "db" | "shareOf">;
}): Promise<{ status: "ok" }> {
  const folder = join(getConfig().installationFolder, "prisma/migrations");
  const running =
    checking.get(shareOf) ??
    pendingMigrations(db, folder).finally(() => void checking.delete(shareOf));
  checking.set(shareOf, running);
  if ((await running).length > 0)
    throw new ServiceError(
      "@error/Unavailable",
      undefined,
      "The database lacks migrations of this version.",
    );
  return { status: "ok" };
}
