import type { DocsSection } from "@/app/console/docs-sections";
import type { SettingsCardTitle } from "@/lib/domain/base/tenancy/settings";

interface SettingsCardText {
  /** The tab, below the settings. */
  tab: "" | "/sites" | "/hosted-pages" | "/sign-in" | "/limits" | "/branding";
  description: string;
  /** The section of the documentation that explains the card. */
  docs?: DocsSection;
  /** Other words that find the card in the palette. */
  words: string;
}

/** The cards of the settings, by title. A setting's record names its card. */
export const settingsCards: Record<SettingsCardTitle, SettingsCardText> = {
  Tenancy: {
    tab: "",
    description: "How operators recognize this tenancy, and which pages can use it.",
    docs: "ids",
    words: "name environment",
  },
  "Domain and origins": {
    tab: "/sites",
    description:
      "Passkeys belong to a domain and work on it and its subdomains. They stop working if " +
      "you remove the domain.",
    docs: "domains",
    words: "allowed origins relying party rp id website localhost",
  },
  "Client id": {
    tab: "/sites",
    description:
      "Your pages and apps send the client id, so that a request to the wrong tenancy fails.",
    docs: "clientId",
    words: "x-client-id require",
  },
  Embedding: {
    tab: "/sites",
    description:
      "Other sites can show your pages in a frame, but passkeys work there only if you allow it.",
    docs: "embedding",
    words: "iframe frames top origins cross-origin",
  },
  "Redirects of hosted pages": {
    tab: "/hosted-pages",
    description: "After a hosted sign-in, the browser can return only to these addresses.",
    docs: "hostedPages",
    words: "uris urls callback return",
  },
  "Terms and privacy": {
    tab: "/hosted-pages",
    description: "Links at the foot of hosted pages and of the account page.",
    docs: "hostedPages",
    words: "legal imprint policy gdpr footer links tos",
  },
  "Account page": {
    tab: "/hosted-pages",
    description: "A page of Keystead on which your users manage their passkeys and their data.",
    docs: "accountPage",
    words: "my account self-service manage passkeys delete download",
  },
  "Self-service": {
    tab: "/sign-in",
    description:
      "Lets users register and sign in from your pages without a request from your backend.",
    docs: "selfService",
    words: "registration sign-up signup backend",
  },
  Passkeys: {
    tab: "/sign-in",
    description:
      "How devices check users, how many passkeys each user can have, and whether hosted pages " +
      "require one.",
    docs: "passkeys",
    words: "user verification pin maximum attestation recovery only require emailed codes",
  },
  "New passkeys": {
    tab: "/sign-in",
    description:
      "Protects users from a passkey that a malicious script in your page adds to their account.",
    docs: "newPasskeys",
    words: "planted proof quarantine notify email",
  },
  "Account deletion": {
    tab: "/sign-in",
    description: "Whether users can delete their own account, with a week to undo it.",
    words: "erase gdpr right to erasure account page self-service",
  },
  Signatures: {
    tab: "/sign-in",
    description: "How new passkeys sign, and what happens if a passkey may be a copy.",
    words: "algorithms counter clone copied",
  },
  Browsers: {
    tab: "/sign-in",
    description: "What browsers suggest to users, and how devices learn about deleted passkeys.",
    docs: "browsers",
    words: "hints signals security key phone",
  },
  "Older clients": {
    tab: "/sign-in",
    description: "Keeps older integrations working. New applications can keep the defaults.",
    docs: "olderClients",
    words: "legacy look-ups issuer iss send email",
  },
  "Emailed codes": {
    tab: "/limits",
    description: "Changes apply to new codes. Codes that were already sent keep their limits.",
    docs: "codes",
    words: "length digits expiry expires minutes attempts",
  },
  "Code requests": {
    tab: "/limits",
    description:
      "Limits the codes that users can request, to protect their mailboxes and your email bill.",
    docs: "codeRequests",
    words: "rate limits mailbox flood throttle ceiling",
  },
  "Requests from browsers": {
    tab: "/limits",
    description:
      "Limits calls that pages make without an API key. An IPv6 address counts by its /64 network, and a /48 has four times the limit.",
    docs: "browserRequests",
    words: "rate limits address ip throttle exchanges",
  },
  Activity: {
    tab: "/limits",
    description:
      "How long Keystead stores users’ sign-ins, refusals and emails, with browser and address prefix.",
    docs: "personalData",
    words: "retention days timeline keep personal data",
  },
  Brand: {
    tab: "/branding",
    description: "Shown in emails and on hosted pages.",
    docs: "brand",
    words: "logo color language locale appearance",
  },
  Sender: {
    tab: "/branding",
    description: "Who users see as the sender of your emails, and where their replies go.",
    docs: "sender",
    words: "reply-to from address email name",
  },
};

/** Returns the id of a card in its page, for links to it. */
export const settingsCardId = (title: string): string =>
  `settings-${title.toLowerCase().replaceAll(" ", "-")}`;
