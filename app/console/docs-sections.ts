/** Sections of the documentation that the console links to. */
export const docsSections = {
  ids: { href: "/docs/guides/production#create-a-tenancy-and-an-owner", label: "Docs: Tenancies" },
  domains: { href: "/docs/guides/moving-domains#keep-several-domains", label: "Docs: Domains" },
  clientId: { href: "/docs/api#calls-from-a-page", label: "Docs: Calls from a page" },
  embedding: {
    href: "/docs/guides/register-and-sign-in#when-the-prompt-does-not-appear",
    label: "Docs: When the prompt does not appear",
  },
  accountPage: {
    href: "/docs/guides/account-page#turn-it-on",
    label: "Docs: Account page",
  },
  hostedPages: { href: "/docs/guides/hosted-pages#turn-them-on", label: "Docs: Hosted pages" },
  variables: {
    href: "/docs/guides/configuration#environment-variables",
    label: "Docs: Environment variables",
  },
  selfService: {
    href: "/docs/guides/register-and-sign-in#new-accounts",
    label: "Docs: New accounts",
  },
  passkeys: { href: "/docs/guides/step-up#in-the-backend", label: "Docs: User verification" },
  passkeyPolicy: {
    href: "/docs/guides/passkey-policy#the-rules",
    label: "Docs: Passkey policy",
  },
  newPasskeys: {
    href: "/docs/guides/planted-passkeys#the-three-guards",
    label: "Docs: Planted passkeys",
  },
  browsers: { href: "/docs/guides/browser-features#hints", label: "Docs: Browser features" },
  passkeyEndpoints: {
    href: "/docs/guides/account-page#where-devices-look-for-the-page",
    label: "Docs: Passkey endpoints",
  },
  olderClients: {
    href: "/docs/guides/bring-an-existing-client#the-options-that-differ",
    label: "Docs: Existing clients",
  },
  codes: {
    href: "/docs/guides/mailbox-codes#how-long-a-code-is-valid",
    label: "Docs: How long a code is valid",
  },
  codeRequests: { href: "/docs/guides/mailbox-codes#limits", label: "Docs: Limits of codes" },
  browserRequests: { href: "/docs/api#limits", label: "Docs: Limits" },
  personalData: { href: "/docs/guides/production#personal-data", label: "Docs: Personal data" },
  brand: {
    href: "/docs/guides/mailbox-codes#purposes-and-languages",
    label: "Docs: Email texts and languages",
  },
  sender: { href: "/docs/guides/production#email", label: "Docs: Email delivery" },
  apiKeys: { href: "/docs/guides/production#api-keys", label: "Docs: API keys" },
  scopes: { href: "/docs/api#api-keys", label: "Docs: Scopes" },
  roles: { href: "/docs/guides/console#roles", label: "Docs: Roles" },
} as const;

export type DocsSection = keyof typeof docsSections;
