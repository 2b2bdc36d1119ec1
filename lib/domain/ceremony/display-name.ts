interface Named {
  displayName?: string | undefined;
  givenName?: string | undefined;
  familyName?: string | undefined;
}

/**
 * What a device shows beside the username: as given, else given and family name, else the username.
 */
export function displayNameOf(
  { displayName, givenName, familyName }: Named,
  username: string,
): string {
  const fullName = [givenName, familyName]
    .filter((name) => name !== undefined && name.trim() !== "")
    .join(" ");
  return displayName?.trim() ? displayName : fullName || username;
}
