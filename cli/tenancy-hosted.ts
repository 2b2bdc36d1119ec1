import { type Command, Option } from "commander";
import { setHostedPages } from "@/lib/domain/tenancy/set-hosted-pages";
import { setRedirectUris } from "@/lib/domain/tenancy/set-redirect-uris";
import { badRequest, isServiceError } from "@/lib/errors";
import { examples } from "./examples";
import { FormerOption } from "./former-option";
import { print, table } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { optionOf, settingValues } from "./setting-values";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  on?: true;
  off?: true;
  redirectUris?: string[];
  json?: true;
}

/** Replaces the domain's field name with the option that the user typed. */
function namingOption(error: unknown): unknown {
  const [issue] = isServiceError(error) && "issues" in error.extra ? error.extra.issues : [];
  return issue === undefined
    ? error
    : badRequest(issue.path === "redirectUris" ? optionOf("redirectUris") : "--on", issue.message);
}

async function setHosted({ tenancy, on, off, ...rest }: Options): Promise<void> {
  const { redirectUris: given, ...options } = rest;
  if (on === off && given === undefined)
    throw badRequest("tenancy hosted", "choose --on or --off, or set --redirect-uris.");
  if (on && off) throw badRequest("tenancy hosted", "choose --on or --off, not both.");
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    const addresses = (given ?? []).filter((address) => address !== "");
    try {
      if (given !== undefined) await setRedirectUris(ctx, addresses);
      if (on !== off) await setHostedPages(ctx, on === true);
    } catch (error) {
      throw namingOption(error);
    }
    const hostedPages = on === off ? ctx.tenancy.hostedPages : on === true;
    const redirectUris = given === undefined ? ctx.tenancy.redirectUris : addresses;
    const state = hostedPages ? `on, at ${ctx.baseUrl}/auth/${ctx.tenancy.id}/sign-in` : "off";
    const text = table([
      ["Hosted pages", state],
      ["Redirect URIs", redirectUris.join(" ") || "none"],
    ]);
    print({ json: { id: ctx.tenancy.id, hostedPages, redirectUris }, text }, options);
  });
}

const redirectUris = new Option(
  `${optionOf("redirectUris")} <uri...>`,
  settingValues.redirectUris.description,
);

/** `keystead tenancy hosted` */
export function declareTenancyHosted(parent: Command): void {
  parent
    .command("hosted")
    .description("turn a tenancy's hosted sign-in pages on or off, and set their redirect URIs")
    .option(...tenancyOption)
    .option("--on", "turn them on; BASE_URL must match the tenancy's rpId")
    .option("--off", "turn them off")
    .addOption(redirectUris)
    .addOption(new FormerOption("--return-to <address...>", redirectUris))
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      examples(
        "tenancy hosted --on --redirect-uris https://shop.example/signed-in",
        "tenancy hosted --off",
      ),
    )
    .action(setHosted);
}
