import { findPlatformName, listPlatforms } from "@/lib/domain/base/find-platform-name";
import type { StoredMetadata } from "@/lib/domain/passkey/metadata/find-metadata";

/** The models of a product. */
export interface ModelChoice {
  name: string;
  aaguids: string[];
}

// More than any published BLOB has, and little enough for a page.
const maxModels = 2_000;
const maxNameCharacters = 100;

/**
 * Lists authenticator models by product name: the known ones, and those of FIDO Metadata. Models of
 * one name are one choice.
 */
export function listModels(metadata: Pick<StoredMetadata, "list"> | null): ModelChoice[] {
  const byName = new Map<string, string[]>();
  const add = (aaguid: string, name: string) =>
    byName.set(name, [...(byName.get(name) ?? []), aaguid]);
  for (const [aaguid, name] of listPlatforms()) add(aaguid, name);
  let count = 0;
  for (const [aaguid, { description }] of metadata?.list() ?? []) {
    const name = description.replaceAll(/\s+/g, " ").trim().slice(0, maxNameCharacters);
    if (name === "" || findPlatformName(aaguid) !== undefined) continue;
    if ((count += 1) > maxModels) break;
    add(aaguid, name);
  }
  return [...byName]
    .map(([name, aaguids]) => ({ name, aaguids }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}
