import type { UserExportLine } from "@/lib/contract/user-export";
import type { TenancyContext } from "@/lib/domain/base/context";
import { exportUserLines } from "@/lib/domain/user/export-user";
import { requireSub } from "./require-sub";

/** Exports everything stored about a user as lines. @throws NotFound before the first line */
export async function* exportUserRecord(
  ctx: TenancyContext,
  id: string,
): AsyncGenerator<UserExportLine, void, undefined> {
  yield* exportUserLines(ctx, await requireSub(ctx, id));
}
