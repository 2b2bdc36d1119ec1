import authenticators from "./authenticators.json";
import { unknownAaguid } from "./unknown-aaguid";

/**
 * Lists the known AAGUIDs by product name, then the one of authenticators that don't report theirs.
 * Shared names get the last four characters of the AAGUID.
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
    { aaguid: unknownAaguid, name: "Not reported" },
  ];
}
