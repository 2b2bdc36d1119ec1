import type { Command } from "commander";
import { compatibleSettings } from "@/lib/domain/admin/tenancy/compatible-settings";
import { createTenancy, type NewTenancy } from "@/lib/domain/admin/tenancy/create-tenancy";
import { deleteTenancy } from "@/lib/domain/admin/tenancy/delete-tenancy";
import { listTenancies } from "@/lib/domain/admin/tenancy/list-tenancies";
import type { Service } from "@/lib/domain/base/context";
import { optionOf } from "@/lib/domain/base/tenancy/describe-setting";
import { badRequest } from "@/lib/errors";
import { declareOnInstallation, declareOnTenancy, jsonWithTimes } from "./command";
import { parseName } from "./option-values";
import { showTime, table } from "./print";
import { FormerOption, namingOption, settingOption, showSetting } from "./setting-option";
import { declareBrand, declareGet, declareHosted, declareSet } from "./tenancy-settings";

interface CreateOptions {
  name: string;
  environment: NewTenancy["environment"];
  rpId: string;
  rpIds?: string[];
  allowedOrigins?: string[];
  rpName?: string;
  compatible?: true;
}

async function create(service: Service, { compatible, ...options }: CreateOptions) {
  const { name, environment, rpId, rpIds = [], allowedOrigins = [], rpName = name } = options;
  const settings = compatible ? compatibleSettings : undefined;
  const input = { name, environment, rpId, rpIds, rpName, allowedOrigins };
  const tenancy = await createTenancy(
    service,
    { kind: "system" },
    { ...input, isCompatible: settings !== undefined },
  ).catch((error: unknown) => {
    throw namingOption(error);
  });
  const { id, clientId } = tenancy;
  return {
    json: { id, clientId, ...input, ...settings },
    text: table([
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
    ]),
    warnings:
      environment !== "development" && allowedOrigins.length === 0
        ? [
            "The tenancy has no origin, so no page can call it. Add one with: keystead tenancy set --allowed-origins",
          ]
        : [],
  };
}

const rpIds = settingOption("rpIds");
const allowedOrigins = settingOption("allowedOrigins");

const createOptions = (command: Command) =>
  command
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
    );

function declareCreate(parent: Command): void {
  declareOnInstallation<CreateOptions>(parent, {
    name: "create",
    description: "create a tenancy: an application with its own users, passkeys and API keys",
    options: createOptions,
    examples: [
      "tenancy create --name Shop --environment production --rp-id shop.example " +
        "--allowed-origins https://shop.example",
      "tenancy create --name Trial --environment development --rp-id localhost",
      "tenancy create --name Shop --environment production --rp-id shop.example --compatible",
    ],
    run: create,
  });
}

const head = ["ID", "NAME", "CLIENT ID", "ENVIRONMENT", "RP ID", "ORIGINS", "STATE", "CREATED"];

function declareList(parent: Command): void {
  declareOnInstallation(parent, {
    name: "list",
    description: "list the tenancies, oldest first",
    json: jsonWithTimes,
    examples: ["tenancy list"],
    async run(service) {
      const tenancies = await listTenancies(service);
      const rows = tenancies.map((one) => [
        one.id,
        one.name,
        one.clientId,
        one.environment,
        one.rpId,
        one.allowedOrigins.join(" ") || "none",
        one.suspended ? "suspended" : "live",
        showTime(one.createdAt),
      ]);
      return {
        json: tenancies.map((one) => ({
          ...one,
          state: one.suspended ? "suspended" : "live",
          enabled: !one.suspended,
        })),
        text:
          rows.length === 0
            ? "No tenancies yet. Create one with: keystead tenancy create"
            : table([head, ...rows]),
      };
    },
  });
}

function declareDelete(parent: Command): void {
  declareOnTenancy<{ confirm: string }>(parent, {
    name: "delete",
    description: "delete a tenancy with its users, passkeys and API keys, permanently",
    confirm: ["--confirm <name>", "the tenancy's name"],
    examples: ['tenancy delete --confirm "Shop"'],
    async run(ctx, { confirm }) {
      const { id, name } = ctx.tenancy;
      if (confirm.trim() !== name)
        throw badRequest(
          "tenancy delete",
          `--confirm isn't the name of the tenancy ${id}. Nothing was deleted.`,
        );
      await deleteTenancy(ctx, { name: confirm });
      return {
        json: { id, name, state: "deleted", enabled: false },
        text: `The tenancy ${id} (${name}) is deleted. Its users and backends have no access any more.`,
      };
    },
  });
}

/** `keystead tenancy …` */
export function declareTenancies(program: Command): void {
  const tenancy = program
    .command("tenancy")
    .description("manage tenancies, the applications of this installation");
  declareCreate(tenancy);
  declareList(tenancy);
  declareBrand(tenancy);
  declareHosted(tenancy);
  declareGet(tenancy);
  declareSet(tenancy);
  declareDelete(tenancy);
}
