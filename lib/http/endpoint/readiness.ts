import { join } from "node:path";
import { ServiceError } from "@/lib/errors";
import { pendingMigrations } from "@/lib/platform/migrations";
import { getService } from "@/lib/service/service";

/**
 * @throws Unavailable while the database cannot be reached or lacks a migration that this build
 * needs
 */
export async function checkReadiness(): Promise<{ status: "ok" }> {
  const { pool } = getService();
  const pending = await pendingMigrations({
    query: pool,
    folder: join(/* turbopackIgnore: true */ process.cwd(), "prisma/migrations"),
  });
  if (pending.length > 0)
    throw new ServiceError(
      "@error/Unavailable",
      undefined,
      "The database is not migrated to this version.",
    );
  return { status: "ok" };
}
