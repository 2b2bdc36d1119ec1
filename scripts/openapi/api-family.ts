interface ApiFamily {
  name: string;
  description: string;
  /** Matches the path below the tenancy, or "" for a path without a tenancy. */
  paths: RegExp;
}

/**
 * Groups of endpoints in the API reference, in display order. A path belongs to the first match.
 */
export const apiFamilies: ApiFamily[] = [
  {
    name: "Registration",
    description:
      "Create a passkey: your backend authorizes, the page requests options and sends the device's " +
      "response.",
    paths: /^passkey\/registration\//,
  },
  {
    name: "Sign-in",
    description: "Sign in with a passkey: the same three steps, which return a one-time code.",
    paths: /^passkey\/authentication\//,
  },
  {
    name: "Principal",
    description: "Exchange the one-time code of a registration or sign-in for the user.",
    paths: /^(principal|token)\//,
  },
  {
    name: "Users",
    description: "Get and update the users of a tenancy, by Keystead's user id.",
    paths: /^user\//,
  },
  {
    name: "Devices",
    description:
      "Update devices after passkeys change: your backend creates a token, the page exchanges it and " +
      "signals the device.",
    paths: /^passkeys\/(update|delete|prune)(\/|$)/,
  },
  {
    name: "Vault",
    description: "List, get, rename, disable, delete, export and import the passkeys of a tenancy.",
    paths: /^(passkeys|users)(\/|$)/,
  },
  {
    name: "Mailbox codes",
    description: "Verify that a user controls a mailbox, with codes sent by email.",
    paths: /^challenges(\/|$)/,
  },
  {
    name: "Legacy lookups",
    description:
      "For clients that predate the prepared tokens. Off unless the tenancy turns them on.",
    paths: /^credentials?\//,
  },
  {
    name: "Installation",
    description: "Public keys, health checks and documents of this installation.",
    paths: /^/,
  },
];

/** @param path OpenAPI path, such as `/v2/{tenancyId}/passkeys/{passkeyId}` */
export function familyOf(path: string): string {
  const below = path.replace(/^\/(v2\/)?\{tenancyId\}\//, "");
  const root = below === path ? "" : below;
  return apiFamilies.find(({ paths }) => paths.test(root))?.name ?? "Installation";
}
