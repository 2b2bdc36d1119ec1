import { readFile } from "node:fs/promises";
import { Option, type Command } from "commander";
import { locales } from "@/lib/domain/email/choose-locale";
import type { Branding } from "@/lib/domain/tenancy/branding";
import { setBranding } from "@/lib/domain/tenancy/set-branding";
import { badRequest, isServiceError } from "@/lib/errors";
import { examples } from "./examples";
import { print } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  name?: string;
  color?: string;
  logo?: string;
  sender?: string;
  replyTo?: string;
  locale?: string;
  json?: true;
}

const optionOf: Record<string, string> = {
  brandName: "--name",
  brandColor: "--color",
  brandLogo: "--logo",
  mailSender: "--sender",
  mailReplyTo: "--reply-to",
  locale: "--locale",
};

/** Replaces the domain's field name with the option that the user typed. */
function namingOption(error: unknown): unknown {
  const [issue] = isServiceError(error) && "issues" in error.extra ? error.extra.issues : [];
  const option = optionOf[issue?.path ?? ""];
  return issue === undefined || option === undefined
    ? error
    : badRequest(option, `${issue.message}.`);
}

async function readLogo(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw badRequest("--logo", `${file} can't be read (${error.code}).`);
    }),
  );
}

const orNull = (value: string) => (value === "" ? null : value);

async function brand({
  tenancy,
  name,
  color,
  logo,
  sender,
  replyTo,
  locale,
  ...options
}: Options): Promise<void> {
  const branding: Branding = {
    ...(name === undefined ? {} : { brandName: orNull(name) }),
    ...(color === undefined ? {} : { brandColor: orNull(color) }),
    ...(logo === undefined ? {} : { brandLogo: logo === "" ? null : await readLogo(logo) }),
    ...(sender === undefined ? {} : { mailSender: orNull(sender) }),
    ...(replyTo === undefined ? {} : { mailReplyTo: orNull(replyTo) }),
    ...(locale === undefined ? {} : { locale }),
  };
  const changed = Object.keys(branding).map((field) => optionOf[field]?.slice(2) ?? field);
  if (changed.length === 0)
    throw badRequest("tenancy brand", "choose what to change, such as --name or --color.");
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    await setBranding(ctx, branding).catch((error: unknown) => {
      throw namingOption(error);
    });
    print(
      {
        json: { id: ctx.tenancy.id, changed },
        text: `Changed ${changed.join(", ")} of the tenancy ${ctx.tenancy.id}.`,
      },
      options,
    );
  });
}

/** `keystead tenancy brand` */
export function declareTenancyBrand(parent: Command): void {
  parent
    .command("brand")
    .description(
      "upload a logo, and change the brand of emails and hosted pages; tenancy set has the same " +
        "settings except the logo. An empty value removes a setting.",
    )
    .option(...tenancyOption)
    .option("--name <name>", "brand name that users see")
    .option("--color <color>", "brand color, such as #0e6a4e")
    .option("--logo <file>", "PNG, JPEG or WebP image, at most 256 KiB and 2,000 pixels a side")
    .option("--sender <address>", "sender address of emails; also confirms its domain")
    .option("--reply-to <address>", "Reply-To address of emails")
    .addOption(new Option("--locale <language>", "default language of emails").choices(locales))
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      examples(
        'tenancy brand --name Shop --color "#0e6a4e" --logo shop.png',
        "tenancy brand --sender codes@shop.example",
      ),
    )
    .action(brand);
}
