import type { Command } from "commander";
import { setHostedPages, setRedirectUris } from "@/lib/domain/admin/tenancy/set-hosted-pages";
import { badRequest } from "@/lib/errors";
import { examples } from "./examples";
import { FormerOption } from "./former-option";
import { print, table } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { namingOption, settingOption } from "./setting-option";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  on?: true;
  off?: true;
  redirectUris?: string[];
  json?: true;
}

async function setHosted({ tenancy, on, off, ...rest }: Options): Promise<void> {
  const { redirectUris: given, ...options } = rest;
  if (on === off && given === undefined)
    throw badRequest("tenancy hosted", "choose --on or --off, or set --redirect-uris.");
  if (on && off) throw badRequest("tenancy hosted", "choose --on or --off, not both.");
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    try {
      if (given !== undefined) await setRedirectUris(ctx, given);
      if (on !== off) await setHostedPages(ctx, on === true);
    } catch (error) {
      throw namingOption(error, { hostedPages: "--on" });
    }
    const hostedPages = on === off ? ctx.tenancy.hostedPages : on === true;
    const redirectUris = given ?? ctx.tenancy.redirectUris;
    const state = hostedPages ? `on, at ${ctx.baseUrl}/auth/${ctx.tenancy.id}/sign-in` : "off";
    const text = table([
      ["Hosted pages", state],
      ["Redirect URIs", redirectUris.join(" ") || "none"],
    ]);
    print({ json: { id: ctx.tenancy.id, hostedPages, redirectUris }, text }, options);
  });
}

const redirectUris = settingOption("redirectUris");

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
