import authenticators from "./authenticators.json";

const notTold = "00000000-0000-0000-0000-000000000000";

/**
 * Every AAGUID whose product is known, by name; several of one name are told apart by their ends.
 * Last, those that tell nothing.
 */
export function listProviders(): { aaguid: string; name: string }[] {
  const known = Object.entries<string>(authenticators).map(([aaguid, name]) => ({ aaguid, name }));
  const isShared = (name: string) => known.filter((other) => other.name === name).length > 1;
  const named = known.map(({ aaguid, name }) => ({
    aaguid,
    name: isShared(name) ? `${name} (…${aaguid.slice(-4)})` : name,
  }));
  return [
    ...named.sort((a, b) => a.name.localeCompare(b.name, "en")),
    { aaguid: notTold, name: "Not told" },
  ];
}
