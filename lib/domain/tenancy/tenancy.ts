import { z } from "zod";
import { Prisma } from "@/prisma/generated/client";
import { StoredSettings } from "./settings";

/** A tenancy with its settings. The logo's bytes are left out to keep hot paths fast. */
export const Tenancy = StoredSettings.extend({
  id: z.string(),
  isSystem: z.boolean(),
  clientId: z.string(),
  /** 0: no passkey policy was saved. */
  passkeyPolicyVersion: z.int(),
  brandLogoHash: z.string().nullable(),
  hostedPages: z.boolean(),
  suspendedAt: z.date().nullable(),
});
export type Tenancy = z.infer<typeof Tenancy>;

/** The select list of `"Tenancy" t`. */
export const tenancyColumns = Prisma.raw(
  Object.keys(Tenancy.shape)
    .map((column) => `t."${column}"`)
    .join(", "),
);
