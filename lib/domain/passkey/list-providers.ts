import { listPlatforms } from "@/lib/domain/base/find-platform-name";

export interface Provider {
  name: string;
  /** Most have one. A family of security keys has a few. */
  aaguids: readonly [string, ...string[]];
}

/** Lists the providers of the built-in list by name. */
export function listProviders(): Provider[] {
  const byName = new Map<string, [string, ...string[]]>();
  for (const [aaguid, name] of listPlatforms())
    byName.set(name, [...(byName.get(name) ?? []), aaguid] as [string, ...string[]]);
  return [...byName]
    .map(([name, aaguids]) => ({ name, aaguids }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/** Returns all AAGUIDs of a provider, by any of them. */
export const aaguidsOfSameProvider = (aaguid: string): Provider["aaguids"] =>
  listProviders().find(({ aaguids }) => aaguids.includes(aaguid))?.aaguids ?? [aaguid];
