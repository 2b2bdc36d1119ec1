import { join } from "node:path";
import { getConfig } from "@/lib/config";
import { ServiceError } from "@/lib/errors";
import { pendingMigrations } from "@/lib/platform/migrations";
import { getService } from "@/lib/service/service";

/**
 * Checks that the database responds and has every migration of this build.
 * @throws Unavailable
 */
export async function checkReadiness(): Promise<{ status: "ok" }> {
  const { pool } = getService();
  const pending = await pendingMigrations({
    query: pool,
    folder: join(getConfig().installationFolder, "prisma/migrations"),
  });
  if (pending.length > 0)
    throw new ServiceError(
      "@error/Unavailable",
      undefined,
      "The database lacks migrations of this version.",
    );
  return { status: "ok" };
}
