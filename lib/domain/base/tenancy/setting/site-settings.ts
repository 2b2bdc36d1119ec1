import { Name } from "@/lib/domain/base/tenancy/name";
import { isWebOrigin } from "@/lib/domain/base/tenancy/web-address";
import { card, line, list, text, toggle } from "./setting-kinds";

const topOrigin = line.refine(
  (origin) => origin === "" || isWebOrigin(origin),
  "Enter an origin such as https://www.example.com",
);

/** Settings → Sites. `check-relying-party.ts` checks rpIds and origins against each other. */
export const siteSettings = {
  ...card("Domain and origins", "sites", {
    rpId: text({
      label: "Relying party id",
      help: "Your main domain, such as example.com, so that its subdomains share passkeys.",
      schema: line.toLowerCase(),
      site: "domain",
    }),
    rpName: text({
      label: "Relying party name",
      help: "Some devices show it when a user creates a passkey.",
      section: "appearance",
      schema: Name,
      maxLength: 100,
    }),
    rpIds: list({
      label: "Additional relying party ids",
      help: "For your other domains, or while you move to a new one.",
      entry: "relying party id",
      schema: line.toLowerCase(),
      example: "example.org",
      site: "domain",
    }),
    allowedOrigins: list({
      label: "Allowed origins",
      help:
        "Sites whose pages can use passkeys: scheme, host and port, without wildcards. Apps have " +
        "origins such as android:apk-key-hash:…, and web views capacitor://localhost.",
      entry: "origin",
      schema: line,
      example: "https://app.example.com",
      site: "origin",
    }),
  }),
  ...card("Client id", "sites", {
    requireClientId: toggle({
      label: "Require the client id",
      help: "Refuses browser requests without it. The client id isn’t secret.",
    }),
  }),
  ...card("Embedding", "sites", {
    topOrigins: list({
      label: "Embedding sites",
      help: "Origins of the sites that can embed your pages.",
      entry: "embedding site",
      schema: topOrigin,
      example: "https://www.example.org",
      site: "origin",
    }),
    allowCrossOriginWithoutTopOrigin: toggle({
      label: "Allow unnamed embedding sites",
      help: "Some browsers don’t report the embedding site. If on, any site can embed your pages in those browsers.",
    }),
  }),
};
