import { Name } from "@/lib/domain/base/tenancy/name";
import { card, choice, text } from "./setting-kinds";

/** Settings → General. */
export const generalSettings = card("Tenancy", "sites", {
  name: text({
    label: "Name",
    help: "Shown in the console. Users see the name under Branding.",
    section: "appearance",
    schema: Name,
    maxLength: 100,
  }),
  environment: choice({
    label: "Environment",
    help: "A development tenancy also allows pages on http://localhost, on any port.",
    choices: { development: "Development", staging: "Staging", production: "Production" },
  }),
});
