import type { Command } from "commander";
import { compatibleSettings } from "@/lib/domain/admin/tenancy/compatible-settings";
import { createTenancy, type NewTenancy } from "@/lib/domain/admin/tenancy/create-tenancy";
import { optionOf } from "@/lib/domain/base/tenancy/describe-setting";
import { examples } from "./examples";
import { FormerOption } from "./former-option";
import { parseName } from "./option-values";
import { note, print, table } from "./print";
import { namingOption, settingOption, showSetting } from "./setting-option";
import { withService } from "./with-service";

interface Options {
  name: string;
  environment: NewTenancy["environment"];
  rpId: string;
  rpIds?: string[];
  allowedOrigins?: string[];
  rpName?: string;
  compatible?: true;
  json?: true;
}

const rpIds = settingOption("rpIds");
const allowedOrigins = settingOption("allowedOrigins");

async function createFromOptions({
  name,
  environment,
  rpId,
  rpIds = [],
  allowedOrigins = [],
  rpName = name,
  compatible,
  ...options
}: Options): Promise<void> {
  const settings = compatible ? compatibleSettings : undefined;
  await withService(async (service) => {
    const input = { name, environment, rpId, rpIds, rpName, allowedOrigins };
    const tenancy = await createTenancy(
      service,
      { kind: "system" },
      { ...input, isCompatible: settings !== undefined },
    ).catch((error: unknown) => {
      throw namingOption(error);
    });
    const { id, clientId } = tenancy;
    const text = table([
      ["Tenancy", tenancy.name],
      ["  Id", id],
      ["  Client id", clientId],
      ["  Environment", environment],
      ["  RP ids", [tenancy.rpId, ...tenancy.rpIds].join(" ")],
      ["  Origins", tenancy.allowedOrigins.join(" ") || "none"],
      ...(settings === undefined ? [] : Object.entries(settings)).map(([setting, value]) => [
        `  ${optionOf(setting)}`,
        showSetting(setting, value),
      ]),
    ]);
    print({ json: { id, clientId, ...input, ...settings }, text }, options);
    if (environment !== "development" && allowedOrigins.length === 0)
      note(
        "The tenancy has no origin, so no page can call it. Add one with: keystead tenancy set --allowed-origins",
      );
  });
}

/** `keystead tenancy create` */
export function declareTenancyCreate(parent: Command): void {
  parent
    .command("create")
    .description("create a tenancy: an application with its own users, passkeys and API keys")
    .requiredOption("--name <name>", "display name", parseName)
    .addOption(settingOption("environment").makeOptionMandatory())
    .requiredOption(
      "--rp-id <domain>",
      "WebAuthn relying party id: your domain, such as example.com; localhost in development",
    )
    .addOption(allowedOrigins)
    .addOption(new FormerOption("--origin <origin...>", allowedOrigins))
    .addOption(rpIds)
    .addOption(new FormerOption("--further-rp-id <domain...>", rpIds))
    .option("--rp-name <name>", "name that devices show; default: the tenancy's name", parseName)
    .option(
      "--compatible",
      "for an existing client of this API's older generations: " +
        "sets issuer, self-service, look-ups and who sends the email",
    )
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      examples(
        "tenancy create --name Shop --environment production --rp-id shop.example " +
          "--allowed-origins https://shop.example",
        "tenancy create --name Trial --environment development --rp-id localhost",
        "tenancy create --name Shop --environment production --rp-id shop.example --compatible",
      ),
    )
    .action(createFromOptions);
}
