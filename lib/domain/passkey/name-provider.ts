import { findPlatformName } from "@/lib/domain/base/find-platform-name";

/** The AAGUID of authenticators that don't report theirs. */
export const unknownAaguid = "00000000-0000-0000-0000-000000000000";

/** What people read for a passkey whose provider has no name. */
export const unknownProvider = "Unknown provider";

/**
 * Returns the name of what stores a passkey, as every page and export shows it. An AAGUID without a
 * name is told apart by its beginning.
 * @param model the maker's name of the model, from FIDO Metadata
 */
export function nameProvider(aaguid: string, model?: string): string {
  const name = findPlatformName(aaguid) ?? model ?? "";
  if (name !== "") return name;
  return aaguid === unknownAaguid ? unknownProvider : `${unknownProvider} (${aaguid.slice(0, 4)}…)`;
}
