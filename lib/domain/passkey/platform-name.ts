import authenticators from "./authenticators.json";

const names = new Map<string, string>(Object.entries(authenticators));

/** The product behind an AAGUID (UUID, lower case) where it is known. */
export function findPlatformName(aaguid: string): string | undefined {
  return names.get(aaguid);
}
