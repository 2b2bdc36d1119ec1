import type { Command } from "commander";
import { setRedirectUris } from "@/lib/domain/tenancy/redirect-uris";
import { setHostedPages } from "@/lib/domain/tenancy/set-hosted-pages";
import { badRequest, isServiceError } from "@/lib/errors";
import { examples } from "./examples";
import { print } from "./print";
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
    const state = hostedPages ? `on: ${ctx.baseUrl}/auth/${ctx.tenancy.id}/sign-in` : "off";
    const targets = redirectUris.join(" ") || "nowhere yet";
    const text = `The hosted pages of ${ctx.tenancy.id} are ${state}; they return to ${targets}.`;
    print({ json: { id: ctx.tenancy.id, hostedPages, redirectUris }, text }, options);
  });
}

/** `keystead tenancy hosted` */
export function declareTenancyHosted(parent: Command): void {
  parent
    .command("hosted")
    .description("switch a tenancy's hosted sign-in pages on or off, and set where they return to")
    .option(...tenancyOption)
    .option("--on", "serve /auth/<tenancy>; the base URL must match the tenancy's rpId")
    .option("--off", "stop serving it")
    .option(
      "--return-to <address...>",
      "all exact addresses that the pages can return to; an empty one for none",
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
