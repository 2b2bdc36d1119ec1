import type { TenancyContext } from "@/lib/domain/base/context";
import { findPasskeyId } from "@/lib/domain/passkey/passkey-id";

/** The kinds of ids that the console has a page for. The search of users finds theirs. */
export const idKinds = ["passkey", "challenge", "api-key", "audit-event"] as const;
export type IdKind = (typeof idKinds)[number];

const ulid = /^[0-9a-hjkmnp-tv-z]{26}$/;

function count({ db, tenancy }: TenancyContext, kind: IdKind, id: string): Promise<number> {
  const where = { tenancyId: tenancy.id, id };
  switch (kind) {
    case "passkey":
      return db.passkey.count({ where });
    case "challenge":
      return db.challenge.count({ where });
    case "api-key":
      return db.apiKey.count({ where });
    case "audit-event":
      return db.auditEvent.count({ where });
  }
}

/**
 * Returns which of the kinds the tenancy has with this id. Ids are found in any case, except the
 * former id of a passkey.
 * @returns the id as it is stored
 */
export async function findById(
  ctx: TenancyContext,
  { text, kinds }: { text: string; kinds: readonly IdKind[] },
): Promise<{ id: string; kinds: IdKind[] }> {
  const id = text.toLowerCase();
  const isFormer = (await findPasskeyId(ctx, ctx.db, text)) !== text;
  if (isFormer) return { id: text, kinds: kinds.filter((kind) => kind === "passkey") };
  if (!ulid.test(id)) return { id, kinds: [] };
  const counts = await Promise.all(kinds.map((kind) => count(ctx, kind, id)));
  return { id, kinds: kinds.filter((_kind, index) => counts[index] === 1) };
}
