import type { Queryable } from "@/lib/domain/context";

/** Whoever makes or changes signing keys waits here until the others have committed. */
export async function lockSigningKeys(tx: Queryable): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('signing-key', 0))`;
}
