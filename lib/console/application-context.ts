import { notFound } from "next/navigation";
import type { TenancyPermission } from "@/lib/domain/operator/permission";
import { consoleContext, type ConsoleContext } from "./console-context";

/**
 * `consoleContext` of an application's tenancy: the operators' own has neither settings nor keys,
 * so there it is a 404.
 */
export async function applicationContext(
  tenancyId: string,
  permission: TenancyPermission,
): Promise<ConsoleContext> {
  const ctx = await consoleContext(tenancyId, permission);
  if (ctx.tenancy.isSystem) notFound();
  return ctx;
}
