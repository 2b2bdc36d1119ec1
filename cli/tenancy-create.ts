import { Option, type Command } from "commander";
import { createTenancy, type NewTenancy } from "@/lib/domain/tenancy/create-tenancy";
import { badRequest, isServiceError } from "@/lib/errors";
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

/** The domain names its fields; whoever typed a command knows its options. */
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
    const made = await createTenancy(service, { kind: "system" }, input).catch((error: unknown) => {
      throw namingOption(error);
    });
    const { id, clientId } = made;
    const text = table([
      ["Tenancy", made.name],
      ["  Id", id],
      ["  Client id", clientId],
      ["  Environment", environment],
      ["  Rp ids", [made.rpId, ...made.rpIds].join(" ")],
      ["  Origins", made.allowedOrigins.join(" ") || "none"],
    ]);
    print({ json: { id, clientId, ...input }, text }, options);
    if (environment !== "development" && origin.length === 0)
      note("The tenancy has no origin yet, so no page may call it; give one with --origin.");
  });
}

/** `keystead tenancy create` */
export function declareTenancyCreate(parent: Command): void {
  parent
    .command("create")
    .description("make a tenancy: an application with users, passkeys and keys of its own")
    .requiredOption("--name <name>", "name for people", parseName)
    .addOption(
      new Option("--environment <environment>", "development also admits pages on http://localhost")
        .choices(["development", "staging", "production"])
        .makeOptionMandatory(),
    )
    .requiredOption(
      "--rp-id <domain>",
      "WebAuthn relying party id: your domain, such as example.com; localhost in development",
    )
    .option(
      "--origin <origin...>",
      "page that may call it, such as https://app.example.com; repeatable",
    )
    .option("--further-rp-id <domain...>", "another relying party id; repeatable")
    .option(
      "--rp-name <name>",
      "name that devices show; the tenancy's name unless given",
      parseName,
    )
    .option("--json", "print one JSON document")
    .action(createFromOptions);
}
