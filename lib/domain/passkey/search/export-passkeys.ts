import type { TenancyContext } from "@/lib/domain/base/context";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { nameModels } from "@/lib/domain/passkey/policy/name-models";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { walkPasskeys } from "./filter-passkeys";
import { isFiltered, type PasskeyFilter } from "./passkey-filter";

async function* nameEach(ctx: TenancyContext, pages: AsyncIterable<PasskeyRecord[]>) {
  for await (const records of pages) yield await nameModels(ctx, records);
}

/** Reads all passkeys that match a filter, page by page. Writes the audit event first. */
export async function exportPasskeys(
  ctx: TenancyContext,
  filter: PasskeyFilter,
): Promise<AsyncIterable<PasskeyRecord[]>> {
  await recordAudit(ctx, ctx.db, {
    action: "passkey.exported",
    target: { kind: "tenancy", id: ctx.tenancy.id },
    detail: isFiltered(filter) ? "filtered" : "all",
  });
  return nameEach(ctx, walkPasskeys(ctx, filter));
}
