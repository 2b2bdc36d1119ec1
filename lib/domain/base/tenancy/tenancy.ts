import { z } from "zod";
import { Prisma } from "@/prisma/generated/client";
import { StoredSettings } from "./settings";

/** The columns that requests read. The logo's bytes are left out to keep hot paths fast. */
const Columns = StoredSettings.extend({
  id: z.string(),
  isSystem: z.boolean(),
  clientId: z.string(),
  /** 0: no passkey policy was saved. */
  passkeyPolicyVersion: z.int(),
  brandLogoHash: z.string().nullable(),
  hostedPages: z.boolean(),
  suspendedAt: z.date().nullable(),
});

/** A tenancy with its settings. */
export const Tenancy = Columns.extend({
  /** Of the row that the settings were read from. */
  version: z.string(),
});
export type Tenancy = z.infer<typeof Tenancy>;

/**
 * The version of a tenancy's row `t`, as text. Every write changes `xmin` and `ctid`, even one from a
 * database shell. `updatedAt` covers a restored database, in which both can repeat.
 */
export const tenancyVersion = Prisma.raw(`concat_ws(' ', t.xmin, t.ctid, t."updatedAt")`);

/** The select list of `"Tenancy" t`, with its version. */
export const tenancyColumns = Prisma.sql`${tenancyVersion} AS "version", ${Prisma.raw(
  Object.keys(Columns.shape)
    .map((column) => `t."${column}"`)
    .join(", "),
)}`;
