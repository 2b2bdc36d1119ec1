import { z } from "zod";

const Text = z
  .string()
  // PostgreSQL text cannot contain NUL or lone surrogates.
  .transform((text) => text.replaceAll("\0", "").toWellFormed().trim().slice(0, 254))
  .transform((text) => (text === "" ? undefined : text))
  .optional()
  .catch(undefined);

const oneOf = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z.enum(words).optional().catch(undefined);

/** Filters of the console's passkey list, from the URL's query. Ignores invalid values. */
export const PasskeyFilter = z.object({
  /** An id of a passkey or credential, the start of a username, or part of its user's email or name. */
  q: Text,
  /** The application's user id, else a `sub`. */
  user: Text,
  /** An AAGUID of the provider; the one of authenticators that don't report theirs: no known provider. */
  provider: z.guid().toLowerCase().optional().catch(undefined),
  rpId: Text,
  state: oneOf("enabled", "disabled"),
  synced: oneOf("yes", "no"),
  use: oneOf("never"),
  /** A day, in UTC. */
  usedBefore: z.iso.date().optional().catch(undefined),
});
export type PasskeyFilter = z.infer<typeof PasskeyFilter>;

export const isFiltered = (filter: PasskeyFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);
