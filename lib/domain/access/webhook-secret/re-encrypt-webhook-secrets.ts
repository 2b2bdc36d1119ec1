import { z } from "zod";
import type { Queryable, Service } from "@/lib/domain/base/context";
import { StartupError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { openWebhookSecret, sealWebhookSecret } from "./webhook-secret";

const Row = z.object({
  tenancyId: z.string(),
  id: z.string(),
  secret: z.string(),
  previousSecret: z.string().nullable(),
});
type Row = z.infer<typeof Row>;

async function reEncrypt(service: Service, row: Row): Promise<Row> {
  const again = async (sealed: string) =>
    sealWebhookSecret(service, await openWebhookSecret(service, sealed));
  try {
    return {
      ...row,
      secret: await again(row.secret),
      previousSecret: row.previousSecret === null ? null : await again(row.previousSecret),
    };
  } catch {
    throw new StartupError(
      "Neither KEYSTEAD_SECRET nor KEYSTEAD_SECRET_PREVIOUS can decrypt a secret of the webhook " +
        `${row.id}. Nothing was changed. Set KEYSTEAD_SECRET_PREVIOUS to the secret that encrypted ` +
        "it, or rotate the webhook's secret without an overlap.",
    );
  }
}

/**
 * Re-encrypts the secrets of all webhooks under KEYSTEAD_SECRET, in the caller's transaction.
 * @returns the number of webhooks
 * @throws StartupError if neither service secret can decrypt one
 */
export async function reEncryptWebhookSecrets(service: Service, tx: Queryable): Promise<number> {
  let count = 0;
  let last = { tenancyId: "", id: "" };
  for (;;) {
    // Raw, because Prisma takes no row locks: a rotation meanwhile must not bring an old one back.
    const rows = await tx.query(Row)`
      SELECT "tenancyId", "id", "secret", "previousSecret" FROM "Webhook"
      WHERE ("tenancyId", "id") > (${last.tenancyId}, ${last.id})
      ORDER BY "tenancyId", "id" LIMIT ${limits.reEncryptedRows} FOR NO KEY UPDATE`;
    const changed = await Promise.all(rows.map((row) => reEncrypt(service, row)));
    await tx.$executeRaw`
      UPDATE "Webhook" w SET "secret" = c."secret", "previousSecret" = c."previousSecret"
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        AS c("tenancyId" text, "id" text, "secret" text, "previousSecret" text)
      WHERE w."tenancyId" = c."tenancyId" AND w."id" = c."id"`;
    count += rows.length;
    const end = rows.at(-1);
    if (end === undefined || rows.length < limits.reEncryptedRows) return count;
    last = end;
  }
}
