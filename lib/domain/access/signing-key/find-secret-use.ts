import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";

/**
 * Whether the database belongs to the secret. `new`: nothing is encrypted yet. `foreign`: another
 * secret encrypted the signing key, so the server doesn't start.
 */
export type SecretUse = "new" | "same" | "foreign";

/** Finds out before a start whether the secret decrypts the newest signing key. */
export async function findSecretUse({
  db,
  secrets,
}: Pick<Service, "db" | "secrets">): Promise<SecretUse> {
  // Raw, because the database may not have been migrated yet.
  const [table] = await db.query(z.object({ exists: z.boolean() }))`
    SELECT to_regclass('"SigningKey"') IS NOT NULL AS "exists"`;
  if (table?.exists !== true) return "new";
  const key = await db.signingKey.findFirst({
    select: { privateJwe: true },
    orderBy: { createdAt: "desc" },
  });
  if (key === null) return "new";
  return secrets.open("signing-key", key.privateJwe).then(
    () => "same",
    () => "foreign",
  );
}
