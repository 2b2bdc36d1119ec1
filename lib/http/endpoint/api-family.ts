interface ApiFamily {
  name: string;
  description: string;
  /** Paths below the tenancy, or from the root where there is none. */
  paths: RegExp;
}

/**
 * How the reference groups endpoints, in the order in which it shows them; a path is of the first
 * family that fits.
 */
export const apiFamilies: ApiFamily[] = [
  {
    name: "Registration",
    description:
      "Make a passkey: your backend authorizes, the page asks for options and hands in what the device answers.",
    paths: /^passkey\/registration\//,
  },
  {
    name: "Sign-in",
    description: "Use a passkey: the same three steps, and a code at the end.",
    paths: /^passkey\/authentication\//,
  },
  {
    name: "Principal",
    description: "Turn the one-time code of a registration or a sign-in into who it was.",
    paths: /^(principal|token)\//,
  },
  { name: "Users", description: "The people of a tenancy, by our id of them.", paths: /^user\// },
  {
    name: "Devices",
    description:
      "Keep what devices show in step with the vault: a backend prepares, a page exchanges and signals.",
    paths: /^passkeys\/(update|delete|prune)(\/|$)/,
  },
  {
    name: "Vault",
    description: "The passkeys of a tenancy: list, look at, rename, switch off, delete.",
    paths: /^(passkeys|users)(\/|$)/,
  },
  {
    name: "Mailbox codes",
    description: "Challenges: codes by e-mail that show that somebody reads a mailbox.",
    paths: /^challenges(\/|$)/,
  },
  {
    name: "Older look-ups",
    description: "For clients of before the prepared tokens, where the tenancy has them on.",
    paths: /^credentials?\//,
  },
  {
    name: "Installation",
    description: "Keys, health and documents of the installation, for anybody.",
    paths: /^/,
  },
];

/** @param path of OpenAPI, such as `/v2/{tenancyId}/passkeys/{passkeyId}` */
export function familyOf(path: string): string {
  const below = path.replace(/^\/(v2\/)?\{tenancyId\}\//, "");
  const root = below === path ? "" : below;
  return apiFamilies.find(({ paths }) => paths.test(root))?.name ?? "Installation";
}
