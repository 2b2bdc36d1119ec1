import { notFound } from "next/navigation";
import type { TenancyPermission } from "@/lib/domain/base/permission";
import { type ConsoleContext, consoleContext } from "./console-context";

/**
 * Returns the `consoleContext` of an application's tenancy. The system tenancy is a 404, because it
 * has neither settings nor keys.
 */
export async function applicationContext(
  tenancyId: string,
  permission: TenancyPermission,
): Promise<ConsoleContext> {
  const ctx = await consoleContext(tenancyId, permission);
  if (ctx.tenancy.isSystem) notFound();
  return ctx;
}
