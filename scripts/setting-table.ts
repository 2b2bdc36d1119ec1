import { describeSetting, optionOf } from "@/lib/domain/base/tenancy/describe-setting";
import { brandingSettings } from "@/lib/domain/base/tenancy/setting/branding-settings";
import { generalSettings } from "@/lib/domain/base/tenancy/setting/general-settings";
import { hostedSettings } from "@/lib/domain/base/tenancy/setting/hosted-settings";
import { limitSettings } from "@/lib/domain/base/tenancy/setting/limit-settings";
import type { Setting } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import { signInSettings } from "@/lib/domain/base/tenancy/setting/sign-in-settings";
import { siteSettings } from "@/lib/domain/base/tenancy/setting/site-settings";

const pages = {
  general: generalSettings,
  sites: siteSettings,
  "hosted-pages": hostedSettings,
  "sign-in": signInSettings,
  limits: limitSettings,
  branding: brandingSettings,
} satisfies Record<string, Record<string, Setting>>;

/** Formats addresses as code, because Markdown would turn them into links. */
const withCode = (text: string) => text.replace(/[\w-]+:\/\/[\w.-]*\w/g, "`$&`");

/** Returns a Markdown table of the settings of a page of the console. */
export const settingTable = (page: keyof typeof pages): string =>
  [
    "| setting | meaning |",
    "|---|---|",
    ...Object.entries<Setting>(pages[page]).map(
      ([name, setting]) => `| \`${optionOf(name)}\` | ${withCode(describeSetting(setting))} |`,
    ),
  ].join("\n");
