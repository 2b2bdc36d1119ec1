import type { Command } from "commander";
import { setRedirectUris } from "@/lib/domain/tenancy/redirect-uris";
import { setHostedPages } from "@/lib/domain/tenancy/set-hosted-pages";
import { badRequest, isServiceError } from "@/lib/errors";
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

/** The domain names its fields; whoever typed a command knows its options. */
function namingOption(error: unknown): unknown {
  const [issue] = isServiceError(error) && "issues" in error.extra ? error.extra.issues : [];
  return issue === undefined
    ? error
    : badRequest(issue.path === "redirectUris" ? "--return-to" : "--on", issue.message);
}

async function setHosted({ tenancy, on, off, returnTo, ...options }: Options): Promise<void> {
  if (on === off && returnTo === undefined)
    throw badRequest("tenancy hosted", "say --on or --off, or --return-to.");
  if (on && off) throw badRequest("tenancy hosted", "say --on or --off, not both.");
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
    const text = `The hosted pages of ${ctx.tenancy.id} are ${hostedPages ? `on: ${ctx.baseUrl}/auth/${ctx.tenancy.id}/sign-in` : "off"}; they return to ${redirectUris.join(" ") || "nowhere yet"}.`;
    print({ json: { id: ctx.tenancy.id, hostedPages, redirectUris }, text }, options);
  });
}

/** `keystead tenancy hosted` */
export function declareTenancyHosted(parent: Command): void {
  parent
    .command("hosted")
    .description(
      "switch a tenancy's hosted sign-in pages on or off, and say where they may return to",
    )
    .option(...tenancyOption)
    .option("--on", "let /auth/<tenancy> answer; the base URL has to fit the tenancy's rpId")
    .option("--off", "let it answer no more")
    .option(
      "--return-to <address...>",
      "all the addresses that applications may be returned to, exactly; an empty one for none",
    )
    .option("--json", "print one JSON document")
    .action(setHosted);
}
