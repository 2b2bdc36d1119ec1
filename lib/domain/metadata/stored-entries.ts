import { z } from "zod";

/** The entries of a BLOB as they are stored: everything else in it, icons included, is dropped. */
export const StoredEntries = z.array(
  z.object({
    aaguid: z.string(),
    description: z.string(),
    /** Base64 of DER. */
    roots: z.array(z.string()),
    statuses: z.array(z.object({ status: z.string(), effectiveDate: z.string().nullable() })),
  }),
);
export type StoredEntries = z.infer<typeof StoredEntries>;
