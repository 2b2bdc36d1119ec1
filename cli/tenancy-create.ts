import { Option, type Command } from "commander";
import { createTenancy, type NewTenancy } from "@/lib/domain/tenancy/create-tenancy";
import { badRequest, isServiceError } from "@/lib/errors";
import { examples } from "./examples";
import { parseName } from "./option-values";
import { note, print, table } from "./print";
import { withService } from "./with-service";

interface Options {
  name: string;
  environment: NewTenancy["environment"];
  rpId: string;
  origin?: string[];
  furtherRpId?: string[];
  rpName?: string;
  json?: true;
}

const optionOf: Record<string, string> = {
  rpId: "--rp-id",
  rpIds: "--further-rp-id",
  allowedOrigins: "--origin",
};

/** Replaces the domain's field name with the option that the user typed. */
function namingOption(error: unknown): unknown {
  const [issue] = isServiceError(error) && "issues" in error.extra ? error.extra.issues : [];
  const option = optionOf[issue?.path.split(".")[0] ?? ""];
  return issue === undefined || option === undefined
    ? error
    : badRequest(option, `${issue.message}.`);
}

async function createFromOptions({
  name,
  environment,
  rpId,
  origin = [],
  furtherRpId = [],
  rpName = name,
  ...options
}: Options): Promise<void> {
  await withService(async (service) => {
    const input = { name, environment, rpId, rpIds: furtherRpId, rpName, allowedOrigins: origin };
    const tenancy = await createTenancy(service, { kind: "system" }, input).catch(
      (error: unknown) => {
        throw namingOption(error);
      },
    );
    const { id, clientId } = tenancy;
    const text = table([
      ["Tenancy", tenancy.name],
      ["  Id", id],
      ["  Client id", clientId],
      ["  Environment", environment],
      ["  Rp ids", [tenancy.rpId, ...tenancy.rpIds].join(" ")],
      ["  Origins", tenancy.allowedOrigins.join(" ") || "none"],
    ]);
    print({ json: { id, clientId, ...input }, text }, options);
    if (environment !== "development" && origin.length === 0)
      note("The tenancy has no origin yet, so no page can call it. Create it with --origin.");
  });
}

/** `keystead tenancy create` */
export function declareTenancyCreate(parent: Command): void {
  parent
    .command("create")
    .description("create a tenancy: an application with its own users, passkeys and keys")
    .requiredOption("--name <name>", "display name", parseName)
    .addOption(
      new Option("--environment <environment>", "development also allows pages on http://localhost")
        .choices(["development", "staging", "production"])
        .makeOptionMandatory(),
    )
    .requiredOption(
      "--rp-id <domain>",
      "WebAuthn relying party id: your domain, such as example.com; localhost in development",
    )
    .option(
      "--origin <origin...>",
      "origin whose pages can call it, such as https://app.example.com; repeatable",
    )
    .option("--further-rp-id <domain...>", "another relying party id; repeatable")
    .option("--rp-name <name>", "name that devices show; default: the tenancy's name", parseName)
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      examples(
        "tenancy create --name Shop --environment production --rp-id shop.example --origin https://shop.example",
        "tenancy create --name Trial --environment development --rp-id localhost",
      ),
    )
    .action(createFromOptions);
}
