interface ApiFamily {
  name: string;
  description: string;
  /** Matches the path below the tenancy, or "" for a path without a tenancy. */
  paths: RegExp;
}

const installation: ApiFamily = {
  name: "Installation",
  description: "Public keys, health checks and documents of this installation.",
  paths: /^$/,
};

/** Endpoints that only earlier clients call. */
const legacy: ApiFamily = {
  name: "Legacy endpoints",
  description:
    "For clients that predate the current API. New clients don't need these: each one names its " +
    "successor.",
  paths: /^credentials?\/|\/prepare$/,
};

/**
 * Groups of endpoints in the API reference, in display order. A path belongs to the first match
 * after `legacy`.
 */
export const apiFamilies: ApiFamily[] = [
  {
    name: "Registration",
    description:
      "Create a passkey: your backend authorizes it, the page requests options and sends the " +
      "device's response.",
    paths: /^passkey\/registration\//,
  },
  {
    name: "Sign-in",
    description:
      "Sign in with a passkey: the same three steps as a registration. The last one returns a " +
      "one-time code. If a prompt ends without a passkey, the page can report how.",
    paths: /^passkey\/(authentication\/|outcome$)/,
  },
  {
    name: "Principal",
    description: "Exchange the one-time code of a registration or sign-in for the user.",
    paths: /^(principal|token)\//,
  },
  {
    name: "Users",
    description:
      "List, create, change, disable, erase and export the users of a tenancy. `user/{sub}` is for " +
      "the backend that signs users in: it takes only the `sub` of a principal, and the scope `*` " +
      "includes its scopes. `users` is for administration: it takes your own user id or the `sub`, " +
      "and `*` includes only its `users:read`.",
    paths: /^(user\/|users(\/[^/]+(\/(disable|enable|export|timeline))?)?$)/,
  },
  {
    name: "Events",
    description: "Follow what happens in the tenancy, without losing or repeating an event.",
    paths: /^events$/,
  },
  {
    name: "Devices",
    description:
      "Update devices after passkeys change: your backend creates a token, the page exchanges it " +
      "and signals the device.",
    paths: /^passkeys\/(update|delete|prune)(\/|$)/,
  },
  {
    name: "Vault",
    description: "List, get, rename, disable, delete, export and import the passkeys of a tenancy.",
    paths: /^(passkeys|users)(\/|$)/,
  },
  {
    name: "Passkey policy",
    description: "Choose which passkeys to accept, and simulate it before you enforce it.",
    paths: /^passkey-policy(\/|$)/,
  },
  {
    name: "Emailed codes",
    description: "Verify that a user reads a mailbox, with codes sent by email.",
    paths: /^challenges(\/|$)/,
  },
  {
    name: "API keys and settings",
    description:
      "Create, rotate, lock and revoke API keys, and read and change the tenancy's settings.",
    paths: /^(api-keys|settings)(\/|$)/,
  },
  {
    name: "Webhooks",
    description: "Create, change, rotate and delete the endpoints that get a tenancy's events.",
    paths: /^webhooks(\/|$)/,
  },
  installation,
  legacy,
];

/** Endpoints without `/v2` that aren't a second mount of a current endpoint. */
const isOlderMount = (path: string) => path.startsWith("/{tenancyId}/");

/** @param path OpenAPI path, such as `/v2/{tenancyId}/passkeys/{passkeyId}` */
export function familyOf(path: string): string {
  const below = path.replace(/^\/(v2\/)?\{tenancyId\}\//, "");
  const root = below === path ? "" : below;
  if (isOlderMount(path) || legacy.paths.test(root)) return legacy.name;
  return (apiFamilies.find(({ paths }) => paths.test(root)) ?? installation).name;
}
