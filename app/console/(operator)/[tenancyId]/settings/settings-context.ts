import { applicationContext } from "@/lib/console/application-context";
import { mayOffer } from "@/lib/console/console-context";
import { getSettings } from "@/lib/domain/base/tenancy/get-settings";

export interface SettingsTabProps {
  params: Promise<{ tenancyId: string }>;
}

/**
 * Returns the data of a settings page. A role that may change one section may change all of them.
 */
export async function settingsContext(params: SettingsTabProps["params"]) {
  const ctx = await applicationContext((await params).tenancyId, "settings.read");
  const settings = await getSettings(ctx, ctx.db);
  return {
    ctx,
    settings,
    card: { tenancyId: settings.id, settings, mayChange: mayOffer(ctx, "settings.appearance") },
  };
}
