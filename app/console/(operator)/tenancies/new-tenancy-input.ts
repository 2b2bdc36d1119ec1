import { z } from "zod";
import { SettingsChange } from "@/lib/domain/base/tenancy/settings";

/** The settings that a new tenancy requires, and who calls it. All others have defaults. */
export const NewTenancyInput = SettingsChange.pick({
  name: true,
  environment: true,
  rpId: true,
  allowedOrigins: true,
})
  .required()
  .extend({
    /** Whether an existing client of this protocol calls it, as with `--compatible`. */
    isCompatible: z.boolean(),
  });
