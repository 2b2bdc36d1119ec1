import { SettingsChange } from "@/lib/domain/tenancy/settings";

/** What has to be known of a tenancy from its first day; everything else has a default. */
export const NewTenancyInput = SettingsChange.pick({
  name: true,
  environment: true,
  rpId: true,
  allowedOrigins: true,
}).required();
