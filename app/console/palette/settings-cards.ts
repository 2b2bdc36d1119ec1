interface SettingsCard {
  /** The tab, below the settings. */
  tab: string;
  title: string;
  /** Other words for what the card contains. */
  words: string;
}

/** The cards of the settings, as the palette finds them. */
export const settingsCards = [
  { tab: "", title: "Tenancy", words: "name environment" },
  {
    tab: "/sites",
    title: "Domain and origins",
    words: "allowed origins relying party rp id website localhost",
  },
  { tab: "/sites", title: "Client id", words: "x-client-id require" },
  { tab: "/sites", title: "Embedding", words: "iframe frames top origins cross-origin" },
  { tab: "/sites", title: "Redirects of hosted pages", words: "uris urls callback return" },
  { tab: "/sign-in", title: "Self-service", words: "registration sign-up signup backend" },
  { tab: "/sign-in", title: "Passkeys", words: "user verification pin maximum attestation" },
  { tab: "/sign-in", title: "New passkeys", words: "planted proof quarantine notify email" },
  { tab: "/sign-in", title: "Signatures", words: "algorithms counter clone copied" },
  { tab: "/sign-in", title: "Browsers", words: "hints signals security key phone" },
  { tab: "/sign-in", title: "Older clients", words: "legacy look-ups issuer iss send email" },
  {
    tab: "/limits",
    title: "Email codes",
    words: "length digits expiry expires minutes attempts",
  },
  { tab: "/limits", title: "Code requests", words: "rate limits mailbox flood throttle ceiling" },
  {
    tab: "/limits",
    title: "Requests from browsers",
    words: "rate limits address ip throttle exchanges",
  },
  { tab: "/limits", title: "Activity", words: "retention days timeline keep personal data" },
  { tab: "/branding", title: "Brand", words: "logo color language locale appearance" },
  { tab: "/branding", title: "Sender", words: "reply-to from address email name" },
] as const satisfies readonly SettingsCard[];

export type SettingsCardTitle = (typeof settingsCards)[number]["title"];

/** Returns the id of a card in its page, for links to it. */
export const settingsCardId = (title: SettingsCardTitle): string =>
  `settings-${title.toLowerCase().replaceAll(" ", "-")}`;
