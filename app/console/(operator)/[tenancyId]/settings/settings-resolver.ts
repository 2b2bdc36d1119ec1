import { type FieldErrors, type ResolverResult, set } from "react-hook-form";
import { issueMessage } from "@/lib/contract/issue-message";
import { normalizeDomain, normalizeOrigin } from "@/lib/domain/base/tenancy/normalize-site";
import { findSetting, SettingsChange } from "@/lib/domain/base/tenancy/settings";

interface Issue {
  path: string;
  message: string;
}

const normalizers = { domain: normalizeDomain, origin: normalizeOrigin };

function normalizeSite(name: string, value: unknown): unknown {
  const setting = findSetting(name);
  const site = setting !== undefined && "site" in setting ? setting.site : undefined;
  if (site === undefined) return value;
  const normalize = (text: string) => normalizers[site](text).value;
  return Array.isArray(value) ? value.map(normalize) : normalize(String(value));
}

/** Reduces URLs to what the settings require, as the fields do when the operator leaves them. */
const normalizeSites = <T extends SettingsChange>(values: T): T =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, normalizeSite(name, value)]),
  ) as T;

/** Checks that rpIds and origins match. Loads the public suffix list on first use. */
async function siteIssues({ rpId, rpIds = [], allowedOrigins }: SettingsChange): Promise<Issue[]> {
  if (rpId === undefined || allowedOrigins === undefined) return [];
  const { findRelyingPartyIssues } = await import("@/lib/domain/base/tenancy/check-relying-party");
  return findRelyingPartyIssues({ rpId, rpIds, allowedOrigins });
}

const redirectIssues = ({ redirectUris = [] }: SettingsChange): Issue[] =>
  redirectUris.flatMap((uri, index) =>
    uri.trim() === ""
      ? [
          {
            path: `redirectUris.${index}`,
            message: "Enter an address, such as https://app.example.com/signed-in",
          },
        ]
      : [],
  );

/** Capitalizes a message unless its first word is a value, such as a domain. */
export const sentence = (text: string) =>
  /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** Validates a form with the server's rules. */
export async function settingsResolver<T extends SettingsChange>(
  given: T,
): Promise<ResolverResult<T>> {
  const values = normalizeSites(given);
  const parsed = SettingsChange.safeParse(values, { error: issueMessage });
  const own = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  const issues = [...(await siteIssues(values)), ...redirectIssues(values), ...own];
  if (issues.length === 0) return { values, errors: {} };
  const errors: FieldErrors<T> = {};
  for (const { path, message } of issues)
    set(errors, path, { type: "invalid", message: sentence(message) });
  return { values: {}, errors };
}
