import { isRedirectUri } from "@/lib/domain/tenancy/is-redirect-uri";
import { card, line, list, toggle } from "./setting-kinds";

const redirectUri = line.refine(
  (uri) => uri === "" || isRedirectUri(uri),
  "Enter an https:// or http://localhost address, or an app scheme such as " +
    "com.example.app:/done, without a user name and a fragment",
);

/** Settings → Hosted pages. */
export const hostedSettings = {
  ...card("Redirects of hosted pages", "sites", {
    redirectUris: list({
      label: "Redirect URIs",
      help: "Must match exactly. https, http://localhost, or your app’s own scheme.",
      isFreeText: true,
      entry: "redirect URI",
      schema: redirectUri,
      example: "https://example.com/done",
    }),
  }),
  ...card("Account page", "sites", {
    accountPage: toggle({
      label: "Offer the account page",
      fullLabel: "Account page",
      help:
        "Users manage their passkeys, see their activity and download their data at " +
        "/auth/{tenancyId}/account. It needs the hosted pages.",
    }),
  }),
};
