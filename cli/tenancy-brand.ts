import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { setBranding } from "@/lib/domain/admin/tenancy/set-branding";
import { optionOf } from "@/lib/domain/base/tenancy/describe-setting";
import { brandingSettings } from "@/lib/domain/base/tenancy/setting/branding-settings";
import type { SettingName } from "@/lib/domain/base/tenancy/settings";
import { badRequest } from "@/lib/errors";
import { examples } from "./examples";
import { FormerOption } from "./former-option";
import { print } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { changesIn, namingOption, settingOption } from "./setting-option";
import { withService } from "./with-service";

interface Options extends Record<string, unknown> {
  tenancy?: string;
  json?: true;
  brandLogo?: string;
}

async function readLogo(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw badRequest("--brand-logo", `${file} can't be read (${error.code}).`);
    }),
  );
}

async function brand({ tenancy, json, brandLogo: file, ...given }: Options): Promise<void> {
  const brandLogo = file === undefined ? undefined : file === "" ? null : await readLogo(file);
  const settings = changesIn(given);
  const branding = brandLogo === undefined ? settings : { ...settings, brandLogo };
  const changed = Object.keys(branding);
  if (changed.length === 0)
    throw badRequest(
      "tenancy brand",
      "choose what to change, such as --brand-name or --brand-color.",
    );
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    await setBranding(ctx, branding).catch((error: unknown) => {
      throw namingOption(error);
    });
    print(
      {
        json: { id: ctx.tenancy.id, changed },
        text: `Changed ${changed.map(optionOf).join(", ")} of the tenancy ${ctx.tenancy.id}.`,
      },
      json ? { json } : {},
    );
  });
}

const brandLogo = new Option(
  "--brand-logo <file>",
  "PNG, JPEG or WebP image, at most 256 KiB and 2,000 pixels a side",
);

/** The spellings of earlier releases. */
const formerFlags: Partial<Record<SettingName, string>> = {
  brandName: "--name <name>",
  brandColor: "--color <color>",
  mailSender: "--sender <address>",
  mailReplyTo: "--reply-to <address>",
};

/** `keystead tenancy brand` */
export function declareTenancyBrand(parent: Command): void {
  const command = parent
    .command("brand")
    .description(
      "upload a logo, and change the brand of emails and hosted pages; tenancy set has the same " +
        "settings except the logo. An empty value removes a setting.",
    )
    .option(...tenancyOption)
    .addOption(brandLogo)
    .addOption(new FormerOption("--logo <file>", brandLogo));
  for (const name of Object.keys(brandingSettings) as SettingName[]) {
    const option = settingOption(name);
    const former = formerFlags[name];
    command.addOption(option);
    if (former !== undefined) command.addOption(new FormerOption(former, option));
  }
  command
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      examples(
        'tenancy brand --brand-name Shop --brand-color "#0e6a4e" --brand-logo shop.png',
        "tenancy brand --mail-sender codes@shop.example",
      ),
    )
    .action(brand);
}
