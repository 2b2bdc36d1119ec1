import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { setBranding } from "@/lib/domain/admin/tenancy/set-branding";
import { setHostedPages, setRedirectUris } from "@/lib/domain/admin/tenancy/set-hosted-pages";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import type { TenancyContext } from "@/lib/domain/base/context";
import { optionOf } from "@/lib/domain/base/tenancy/describe-setting";
import { findCappedLimits, getSettings } from "@/lib/domain/base/tenancy/get-settings";
import { brandingSettings } from "@/lib/domain/base/tenancy/setting/branding-settings";
import {
  type SettingName,
  settingNames,
  type SettingsChange,
} from "@/lib/domain/base/tenancy/settings";
import { badRequest } from "@/lib/errors";
import { declareOnTenancy } from "./command";
import { table } from "./print";
import {
  changesIn,
  FormerOption,
  namingOption,
  settingOption,
  showSetting,
} from "./setting-option";

/** `keystead tenancy get` */
export function declareGet(parent: Command): void {
  declareOnTenancy(parent, {
    name: "get",
    description: "show every setting of a tenancy, by the option that changes it",
    json: "print one JSON document; durations in milliseconds",
    examples: ["tenancy get", "tenancy get --json"],
    async run(ctx) {
      const settings = await getSettings(ctx, ctx.db);
      const shown = settingNames.map((name) => [name, settings[name]] as const);
      return {
        json: { id: ctx.tenancy.id, ...Object.fromEntries(shown) },
        text: table(shown.map(([name, value]) => [optionOf(name), showSetting(name, value)])),
      };
    },
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

function settingOptions(command: Command): Command {
  for (const name of settingNames) {
    const option = settingOption(name);
    command.addOption(option);
    if (name === "codeMs") command.addOption(new FormerOption("--code-ms <duration>", option));
  }
  return command;
}

/** `keystead tenancy set` */
export function declareSet(parent: Command): void {
  declareOnTenancy<Record<string, unknown>, SettingsChange>(parent, {
    name: "set",
    description:
      "change settings of a tenancy, all of them or none; upload a logo with tenancy brand",
    options: settingOptions,
    examples: [
      "tenancy set --code-digits 8 --code-lifetime 5m",
      "tenancy set --allowed-origins https://app.example.com https://www.example.com",
      "tenancy set --self-service-registration on",
      'tenancy set --mail-reply-to ""',
    ],
    read(given) {
      const changes = changesIn(given);
      if (Object.keys(changes).length === 0)
        throw badRequest("tenancy set", "choose what to change, such as --code-digits 8.");
      return changes;
    },
    async run(ctx, changes) {
      const { changed } = await updateSettings(ctx, { changes }).catch((error: unknown) => {
        throw namingOption(error);
      });
      const names = changed.map((name) => optionOf(name)).join(", ");
      const warnings = await findWarnings(ctx, changed);
      return {
        json: { id: ctx.tenancy.id, changed, warnings },
        text:
          changed.length === 0
            ? `The tenancy ${ctx.tenancy.id} already has these settings.`
            : `Changed ${names} of the tenancy ${ctx.tenancy.id}. Changes take effect immediately.`,
        notes: warnings,
      };
    },
  });
}

async function readLogo(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw badRequest("--brand-logo", `${file} can't be read (${error.code}).`);
    }),
  );
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

function brandOptions(command: Command): Command {
  command.addOption(brandLogo).addOption(new FormerOption("--logo <file>", brandLogo));
  for (const name of Object.keys(brandingSettings) as SettingName[]) {
    const option = settingOption(name);
    const former = formerFlags[name];
    command.addOption(option);
    if (former !== undefined) command.addOption(new FormerOption(former, option));
  }
  return command;
}

/** Reads the settings and the logo. An empty name of a file removes the logo. */
async function readBranding({ brandLogo: file, ...given }: { brandLogo?: string }) {
  const settings = changesIn(given);
  const branding =
    file === undefined
      ? settings
      : { ...settings, brandLogo: file === "" ? null : await readLogo(file) };
  if (Object.keys(branding).length === 0)
    throw badRequest(
      "tenancy brand",
      "choose what to change, such as --brand-name or --brand-color.",
    );
  return branding;
}

/** `keystead tenancy brand` */
export function declareBrand(parent: Command): void {
  declareOnTenancy<{ brandLogo?: string }, Awaited<ReturnType<typeof readBranding>>>(parent, {
    name: "brand",
    description:
      "upload a logo, and change the brand of emails and hosted pages; tenancy set has the same " +
      "settings except the logo. An empty value removes a setting.",
    options: brandOptions,
    examples: [
      'tenancy brand --brand-name Shop --brand-color "#0e6a4e" --brand-logo shop.png',
      "tenancy brand --mail-sender codes@shop.example",
    ],
    read: readBranding,
    async run(ctx, branding) {
      await setBranding(ctx, branding).catch((error: unknown) => {
        throw namingOption(error);
      });
      const changed = Object.keys(branding);
      return {
        json: { id: ctx.tenancy.id, changed },
        text: `Changed ${changed.map(optionOf).join(", ")} of the tenancy ${ctx.tenancy.id}.`,
      };
    },
  });
}

interface HostedOptions {
  on?: true;
  off?: true;
  redirectUris?: string[];
}

interface HostedChange {
  isOn?: boolean;
  redirectUris?: string[];
}

function readHosted({ on, off, redirectUris }: HostedOptions): HostedChange {
  if (on === off && redirectUris === undefined)
    throw badRequest("tenancy hosted", "choose --on or --off, or set --redirect-uris.");
  if (on && off) throw badRequest("tenancy hosted", "choose --on or --off, not both.");
  return {
    ...(on === off ? {} : { isOn: on === true }),
    ...(redirectUris === undefined ? {} : { redirectUris }),
  };
}

const redirectUrisOption = settingOption("redirectUris");

/** `keystead tenancy hosted` */
export function declareHosted(parent: Command): void {
  declareOnTenancy<HostedOptions, HostedChange>(parent, {
    name: "hosted",
    description: "turn a tenancy's hosted sign-in pages on or off, and set their redirect URIs",
    options: (command) =>
      command
        .option("--on", "turn them on; BASE_URL must match the tenancy's rpId")
        .option("--off", "turn them off")
        .addOption(redirectUrisOption)
        .addOption(new FormerOption("--return-to <address...>", redirectUrisOption)),
    examples: [
      "tenancy hosted --on --redirect-uris https://shop.example/signed-in",
      "tenancy hosted --off",
    ],
    read: readHosted,
    async run(ctx, { isOn, redirectUris: given }) {
      try {
        if (given !== undefined) await setRedirectUris(ctx, given);
        if (isOn !== undefined) await setHostedPages(ctx, isOn);
      } catch (error) {
        throw namingOption(error, { hostedPages: "--on" });
      }
      const { id } = ctx.tenancy;
      const hostedPages = isOn ?? ctx.tenancy.hostedPages;
      const redirectUris = given ?? ctx.tenancy.redirectUris;
      return {
        json: { id, hostedPages, redirectUris },
        text: table([
          ["Hosted pages", hostedPages ? `on, at ${ctx.baseUrl}/auth/${id}/sign-in` : "off"],
          ["Redirect URIs", redirectUris.join(" ") || "none"],
        ]),
      };
    },
  });
}
