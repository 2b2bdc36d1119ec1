import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";
import { inTurns } from "@/lib/domain/base/in-turns";
import { chainOf } from "@/lib/domain/passkey/attestation/attestation-object";
import type { ChainFacts } from "@/lib/domain/passkey/attestation/chain-facts";
import { readChain } from "@/lib/domain/passkey/attestation/verify-chain";
import { findMetadata } from "@/lib/domain/passkey/metadata/find-metadata";
import { limits } from "@/lib/limits";
import { findPolicy } from "./find-policy";
import { rootsFor } from "./judge";
import { isChainUnread } from "./stored-facts";

const Unread = z.object({
  tenancyId: z.string(),
  id: z.string(),
  aaguid: z.string(),
  attestationObject: z.instanceof(Uint8Array),
  passkeyPolicyVersion: z.int(),
});
type Unread = z.infer<typeof Unread>;

async function readRow(
  { db, secrets }: Pick<Service, "db" | "secrets">,
  { tenancyId, aaguid, attestationObject, passkeyPolicyVersion }: Unread,
): Promise<ChainFacts> {
  const policy = await findPolicy({ tenancy: { id: tenancyId, passkeyPolicyVersion } }, db);
  const metadata = policy.rules.metadata ? await findMetadata({ db, secrets }) : null;
  const chain = chainOf(new Uint8Array(attestationObject));
  return readChain(chain, rootsFor(policy, metadata, aaguid));
}

/**
 * Reads a batch of stored attestations that an older release left unread, of any tenancy, and stores
 * what their chains show. Several processes may read the same ones; the first result stays. Skips
 * passkeys that a sign-in has locked.
 * @returns how many were stored
 */
export async function readUnreadChains(service: Pick<Service, "db" | "secrets">): Promise<number> {
  const { db } = service;
  // Raw, because the condition must be the index's.
  const unread = await db.query(Unread)`
    SELECT p."tenancyId", p."id", p."aaguid", p."attestationObject", t."passkeyPolicyVersion"
    FROM "Passkey" p JOIN "Tenancy" t ON t."id" = p."tenancyId"
    WHERE ${isChainUnread} ORDER BY p."tenancyId", p."id" LIMIT ${limits.unreadChains}`;
  const read: { tenancyId: string; id: string; chain: ChainFacts }[] = [];
  // One at a time: reading a chain takes up to some milliseconds.
  for await (const row of inTurns(unread, 1))
    read.push({ tenancyId: row.tenancyId, id: row.id, chain: await readRow(service, row) });
  if (read.length === 0) return 0;
  // Raw, because Prisma can't update rows to different values, and can't skip locked ones.
  return db.$executeRaw`
    WITH free AS (
      SELECT p."tenancyId", p."id", r."chain"
      FROM json_to_recordset(${JSON.stringify(read)}::json)
        AS r("tenancyId" text, "id" text, "chain" json)
      JOIN "Passkey" p ON p."tenancyId" = r."tenancyId" COLLATE "C" AND p."id" = r."id" COLLATE "C"
      WHERE p."attestationChain" IS NULL
      FOR UPDATE OF p SKIP LOCKED
    )
    UPDATE "Passkey" p SET "attestationChain" = free."chain" FROM free
    WHERE p."tenancyId" = free."tenancyId" AND p."id" = free."id"`;
}
