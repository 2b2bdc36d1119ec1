import { SettingsChange } from "@/lib/domain/tenancy/settings";

/** The settings that a new tenancy requires. All others have defaults. */
export const NewTenancyInput = SettingsChange.pick({
  name: true,
  environment: true,
  rpId: true,
  allowedOrigins: true,
}).required();
