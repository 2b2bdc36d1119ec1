import type { Command } from "commander";
import { setRedirectUris } from "@/lib/domain/tenancy/redirect-uris";
import { setHostedPages } from "@/lib/domain/tenancy/set-hosted-pages";
import { badRequest, isServiceError } from "@/lib/errors";
import { examples } from "./examples";
import { print, table } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  on?: true;
  off?: true;
  returnTo?: string[];
  json?: true;
}

/** Replaces the domain's field name with the option that the user typed. */
function namingOption(error: unknown): unknown {
  const [issue] = isServiceError(error) && "issues" in error.extra ? error.extra.issues : [];
  return issue === undefined
    ? error
    : badRequest(issue.path === "redirectUris" ? "--return-to" : "--on", issue.message);
}

async function setHosted({ tenancy, on, off, returnTo, ...options }: Options): Promise<void> {
  if (on === off && returnTo === undefined)
    throw badRequest("tenancy hosted", "choose --on or --off, or set --return-to.");
  if (on && off) throw badRequest("tenancy hosted", "choose --on or --off, not both.");
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    const addresses = (returnTo ?? []).filter((address) => address !== "");
    try {
      if (returnTo !== undefined) await setRedirectUris(ctx, addresses);
      if (on !== off) await setHostedPages(ctx, on === true);
    } catch (error) {
      throw namingOption(error);
    }
    const hostedPages = on === off ? ctx.tenancy.hostedPages : on === true;
    const redirectUris = returnTo === undefined ? ctx.tenancy.redirectUris : addresses;
    const state = hostedPages ? `on, at ${ctx.baseUrl}/auth/${ctx.tenancy.id}/sign-in` : "off";
    const text = table([
      ["Hosted pages", state],
      ["Return addresses", redirectUris.join(" ") || "none"],
    ]);
    print({ json: { id: ctx.tenancy.id, hostedPages, redirectUris }, text }, options);
  });
}

/** `keystead tenancy hosted` */
export function declareTenancyHosted(parent: Command): void {
  parent
    .command("hosted")
    .description("turn a tenancy's hosted sign-in pages on or off, and set their return addresses")
    .option(...tenancyOption)
    .option("--on", "turn them on; BASE_URL must match the tenancy's rpId")
    .option("--off", "turn them off")
    .option(
      "--return-to <address...>",
      "the exact return addresses; replaces the list, an empty value empties it",
    )
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      examples(
        "tenancy hosted --on --return-to https://shop.example/signed-in",
        "tenancy hosted --off",
      ),
    )
    .action(setHosted);
}
