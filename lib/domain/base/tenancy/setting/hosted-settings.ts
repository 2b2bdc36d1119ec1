import { isRedirectUri, isWebPage } from "@/lib/domain/base/tenancy/web-address";
import { card, line, list, optionalText, toggle } from "./setting-kinds";

const redirectUri = line.refine(
  (uri) => uri === "" || isRedirectUri(uri),
  "Enter an https:// or http://localhost address, or an app scheme such as " +
    "com.example.app:/done, without a user name and a fragment",
);

const webPage = line.refine(
  isWebPage,
  "Enter an https:// address, such as https://example.com/terms",
);

/** Settings → Hosted pages. */
export const hostedSettings = {
  ...card("Redirects of hosted pages", "sites", {
    redirectUris: list({
      label: "Redirect URIs",
      help: "Must match exactly. https, http://localhost, or your app’s own scheme.",
      entry: "redirect URI",
      schema: redirectUri,
      example: "https://example.com/done",
    }),
  }),
  ...card("Terms and privacy", "sites", {
    termsUrl: optionalText({
      label: "Terms",
      fullLabel: "Link to the terms",
      help: "Your terms of service. Leave it empty to show no link.",
      schema: webPage,
      example: "https://example.com/terms",
    }),
    privacyUrl: optionalText({
      label: "Privacy policy",
      fullLabel: "Link to the privacy policy",
      help: "Your privacy policy. Leave it empty to show no link.",
      schema: webPage,
      example: "https://example.com/privacy",
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
