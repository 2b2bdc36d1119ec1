import { readFile } from "node:fs/promises";
import { Option, type Command } from "commander";
import { locales } from "@/lib/domain/email/choose-locale";
import type { Branding } from "@/lib/domain/tenancy/branding";
import { setBranding } from "@/lib/domain/tenancy/set-branding";
import { badRequest, isServiceError } from "@/lib/errors";
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

/** The domain names its fields; whoever typed a command knows its options. */
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
      throw badRequest("--logo", `${file} cannot be read (${error.code}).`);
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
    throw badRequest("tenancy brand", "say what to change, such as --name or --color.");
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    await setBranding(ctx, branding).catch((error: unknown) => {
      throw namingOption(error);
    });
    print(
      {
        json: { id: ctx.tenancy.id, changed },
        text: `The tenancy ${ctx.tenancy.id} has a new ${changed.join(", ")}.`,
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
      "change how a tenancy's e-mails look and where they come from; an empty value takes a setting back",
    )
    .option(...tenancyOption)
    .option("--name <name>", "name that people know it by")
    .option("--color <color>", "colour such as #0e6a4e")
    .option("--logo <file>", "PNG, JPEG or WebP picture, at most 256 KiB and 2 000 pixels a side")
    .option("--sender <address>", "address that its emails come from; confirms its domain")
    .option("--reply-to <address>", "address that answers go to")
    .addOption(
      new Option("--locale <language>", "language of its e-mails where none is asked for").choices(
        locales,
      ),
    )
    .option("--json", "print one JSON document")
    .action(brand);
}
