import { z } from "zod";

/** An entry of a BLOB as it is stored: everything else in it, icons included, is dropped. */
export const StoredEntry = z.object({
  aaguid: z.string(),
  description: z.string(),
  /** Base64 of DER. */
  roots: z.array(z.string()),
  statuses: z.array(z.object({ status: z.string(), effectiveDate: z.string().nullable() })),
});
export type StoredEntry = z.infer<typeof StoredEntry>;
