import authenticators from "./authenticators.json";

const names = new Map<string, string>(Object.entries(authenticators));

/** Lists the known AAGUIDs with their product names. */
export const listPlatforms = (): Iterable<[aaguid: string, name: string]> => names;

/** Finds the product name of an AAGUID (UUID, lower case). */
export function findPlatformName(aaguid: string): string | undefined {
  return names.get(aaguid);
}
