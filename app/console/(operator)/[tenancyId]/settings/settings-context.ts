import { applicationContext } from "@/lib/console/application-context";
import { mayDo } from "@/lib/domain/operator/permission";
import { getSettings } from "@/lib/domain/tenancy/get-settings";

/** What each page of settings begins with. */
export async function settingsContext(params: Promise<{ tenancyId: string }>) {
  const ctx = await applicationContext((await params).tenancyId, "settings.read");
  return { ctx, settings: await getSettings(ctx, ctx.db), mayChange: mayDo(ctx.role, "settings.change") };
}
