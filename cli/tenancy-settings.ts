import type { Command } from "commander";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import type { TenancyContext } from "@/lib/domain/base/context";
import { optionOf } from "@/lib/domain/base/tenancy/describe-setting";
import { findCappedLimits, getSettings } from "@/lib/domain/base/tenancy/get-settings";
import { settingNames } from "@/lib/domain/base/tenancy/settings";
import { badRequest } from "@/lib/errors";
import { examples } from "./examples";
import { FormerOption } from "./former-option";
import { note, print, table } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { changesIn, namingOption, settingOption, showSetting } from "./setting-option";
import { withService } from "./with-service";

interface GetOptions {
  tenancy?: string;
  json?: true;
}

async function get({ tenancy, ...options }: GetOptions): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    const settings = await getSettings(ctx, ctx.db);
    const shown = settingNames.map((name) => [name, settings[name]] as const);
    print(
      {
        json: { id: ctx.tenancy.id, ...Object.fromEntries(shown) },
        text: table(shown.map(([name, value]) => [optionOf(name), showSetting(name, value)])),
      },
      options,
    );
  });
}

/** Says which limits have no effect, of those that the change concerns. */
async function findWarnings(ctx: TenancyContext, changed: readonly string[]): Promise<string[]> {
  return findCappedLimits(await getSettings(ctx, ctx.db))
    .filter(({ name, cappedBy }) => changed.includes(name) || changed.includes(cappedBy))
    .map(
      ({ name, cappedBy, max }) =>
        `${optionOf(name)} has no effect above ${max}, because ${optionOf(cappedBy)} caps it.`,
    );
}

async function set({ tenancy, json, ...given }: GetOptions & Record<string, unknown>) {
  const changes = changesIn(given);
  if (Object.keys(changes).length === 0)
    throw badRequest("tenancy set", "choose what to change, such as --code-digits 8.");
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    const { changed } = await updateSettings(ctx, { changes }).catch((error: unknown) => {
      throw namingOption(error);
    });
    const names = changed.map((name) => optionOf(name)).join(", ");
    const text =
      changed.length === 0
        ? `The tenancy ${ctx.tenancy.id} already has these settings.`
        : `Changed ${names} of the tenancy ${ctx.tenancy.id}. Changes take effect immediately.`;
    const warnings = await findWarnings(ctx, changed);
    if (!json) warnings.forEach(note);
    print({ json: { id: ctx.tenancy.id, changed, warnings }, text }, json ? { json } : {});
  });
}

/** `keystead tenancy get` and `tenancy set` */
export function declareTenancySettings(parent: Command): void {
  parent
    .command("get")
    .description("show every setting of a tenancy, by the option that changes it")
    .option(...tenancyOption)
    .option("--json", "print one JSON document; durations in milliseconds")
    .addHelpText("after", examples("tenancy get", "tenancy get --json"))
    .action(get);
  const command = parent
    .command("set")
    .description(
      "change settings of a tenancy, all of them or none; upload a logo with tenancy brand",
    )
    .option(...tenancyOption);
  for (const name of settingNames) {
    const option = settingOption(name);
    command.addOption(option);
    if (name === "codeMs") command.addOption(new FormerOption("--code-ms <duration>", option));
  }
  command
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      examples(
        "tenancy set --code-digits 8 --code-lifetime 5m",
        "tenancy set --allowed-origins https://app.example.com https://www.example.com",
        "tenancy set --self-service-registration on",
        'tenancy set --mail-reply-to ""',
      ),
    )
    .action(set);
}
