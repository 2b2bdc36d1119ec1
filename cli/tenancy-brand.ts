import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { locales } from "@/lib/domain/email/choose-locale";
import type { Branding } from "@/lib/domain/tenancy/branding";
import { setBranding } from "@/lib/domain/tenancy/set-branding";
import { badRequest, isServiceError } from "@/lib/errors";
import { examples } from "./examples";
import { FormerOption } from "./former-option";
import { print } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { optionOf, settingValues } from "./setting-values";
import { withService } from "./with-service";

const fields = [
  "brandName",
  "brandColor",
  "brandLogo",
  "mailSender",
  "mailReplyTo",
  "locale",
] as const;

type Options = Partial<Record<(typeof fields)[number], string>> & { tenancy?: string; json?: true };

/** Replaces the domain's field name with the option that the user typed. */
function namingOption(error: unknown): unknown {
  const [issue] = isServiceError(error) && "issues" in error.extra ? error.extra.issues : [];
  return issue === undefined ? error : badRequest(optionOf(issue.path), `${issue.message}.`);
}

async function readLogo(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw badRequest("--brand-logo", `${file} can't be read (${error.code}).`);
    }),
  );
}

/** Keeps an absent setting absent. An empty value removes the setting. */
const textOrNull = (given: Options, field: (typeof fields)[number]) =>
  given[field] === undefined ? {} : { [field]: given[field] === "" ? null : given[field] };

async function brand({ tenancy, json, ...given }: Options): Promise<void> {
  const { brandLogo: logo, locale } = given;
  const branding: Branding = {
    ...textOrNull(given, "brandName"),
    ...textOrNull(given, "brandColor"),
    ...textOrNull(given, "mailSender"),
    ...textOrNull(given, "mailReplyTo"),
    ...(logo === undefined ? {} : { brandLogo: logo === "" ? null : await readLogo(logo) }),
    ...(locale === undefined ? {} : { locale }),
  };
  const changed = fields.filter((field) => given[field] !== undefined);
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

const brandName = new Option("--brand-name <name>", "brand name that users see");
const brandColor = new Option("--brand-color <color>", "brand color, such as #0e6a4e");
const brandLogo = new Option(
  "--brand-logo <file>",
  "PNG, JPEG or WebP image, at most 256 KiB and 2,000 pixels a side",
);
const mailSender = new Option(
  "--mail-sender <address>",
  "sender address of emails; also confirms its domain",
);
const mailReplyTo = new Option("--mail-reply-to <address>", "Reply-To address of emails");

/** `keystead tenancy brand` */
export function declareTenancyBrand(parent: Command): void {
  parent
    .command("brand")
    .description(
      "upload a logo, and change the brand of emails and hosted pages; tenancy set has the same " +
        "settings except the logo. An empty value removes a setting.",
    )
    .option(...tenancyOption)
    .addOption(brandName)
    .addOption(new FormerOption("--name <name>", brandName))
    .addOption(brandColor)
    .addOption(new FormerOption("--color <color>", brandColor))
    .addOption(brandLogo)
    .addOption(new FormerOption("--logo <file>", brandLogo))
    .addOption(mailSender)
    .addOption(new FormerOption("--sender <address>", mailSender))
    .addOption(mailReplyTo)
    .addOption(new FormerOption("--reply-to <address>", mailReplyTo))
    .addOption(new Option("--locale <language>", settingValues.locale.description).choices(locales))
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
