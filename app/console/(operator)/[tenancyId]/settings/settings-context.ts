import { applicationContext } from "@/lib/console/application-context";
import { mayOffer } from "@/lib/console/console-context";
import { mayDo } from "@/lib/domain/operator/permission";
import { getSettings } from "@/lib/domain/tenancy/get-settings";

/**
 * Returns the data of a settings page. A role that may change one section may change all of them.
 */
export async function settingsContext(params: Promise<{ tenancyId: string }>) {
  const ctx = await applicationContext((await params).tenancyId, "settings.read");
  const settings = await getSettings(ctx, ctx.db);
  const readOnlyReason = mayDo(ctx.role, "settings.appearance")
    ? undefined
    : "You can view these settings. An owner or admin can change them.";
  return {
    ctx,
    settings,
    form: {
      tenancyId: settings.id,
      updatedAt: settings.updatedAt,
      mayChange: mayOffer(ctx, "settings.appearance"),
      readOnlyReason,
    },
  };
}
