import {
  ChangeSettings,
  changeSettings,
  SettingsChanged,
  WireSettings,
} from "@/lib/domain/admin/settings/wire-settings";
import { getSettings } from "@/lib/domain/base/tenancy/get-settings";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getSettings",
    summary: "Get the settings",
    description: "Returns the settings of the tenancy. Times are in milliseconds.",
    auth: "apiKey",
    scope: "settings:read",
    success: [200, WireSettings],
    errors: ["@error/NotFound"],
    handle: async ({ ctx }) => ({ _tag: "Settings" as const, ...(await getSettings(ctx, ctx.db)) }),
  }),
  PATCH: endpoint({
    operation: "updateSettings",
    summary: "Change settings",
    description:
      "Changes all settings that you send, or none, effective immediately. `null` resets a setting " +
      "that may be null. Appearance, codes and " +
      "limits need the scope `settings:write`; sites, sign-in and the sender of emails need " +
      "`settings:write-security`. `expected` needs the scopes of the settings that it names. " +
      "`BadRequest` names each invalid setting, and each expected value that is no longer current. " +
      "A relying party id that covers the console's host is refused: only a system owner can use " +
      "it. A new sender is used after a system owner confirms its domain.",
    auth: "apiKey",
    // Depends on the settings in the body: `changeSettings` checks it.
    scope: [],
    body: ChangeSettings,
    keepsNull: true,
    success: [200, SettingsChanged],
    errors: ["@error/NotFound"],
    handle: ({ ctx, body }) => changeSettings(ctx, body),
  }),
});
