interface Named {
  displayName?: string | undefined;
  givenName?: string | undefined;
  familyName?: string | undefined;
}

/** Returns the given display name, else the given and family names, else the username. */
export function displayNameOf(
  { displayName, givenName, familyName }: Named,
  username: string,
): string {
  const fullName = [givenName, familyName]
    .filter((name) => name !== undefined && name.trim() !== "")
    .join(" ");
  return displayName?.trim() ? displayName : fullName || username;
}
