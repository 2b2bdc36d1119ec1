import { set, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";
import { SettingsChange } from "@/lib/domain/tenancy/settings";

interface Issue {
  path: string;
  message: string;
}

/** Checks that rpIds and origins match. Loads the public suffix list on first use. */
async function siteIssues({ rpId, rpIds, allowedOrigins }: SettingsChange): Promise<Issue[]> {
  if (rpId === undefined || allowedOrigins === undefined) return [];
  const { findRelyingPartyIssues } = await import("@/lib/domain/tenancy/check-relying-party");
  const tidy = (entries: readonly string[]) => entries.map((entry) => entry.trim());
  const found = findRelyingPartyIssues({
    rpId: rpId.trim().toLowerCase(),
    rpIds: tidy(rpIds ?? []).map((one) => one.toLowerCase()),
    allowedOrigins: tidy(allowedOrigins),
  });
  // Blank entries are dropped when saving.
  return found.filter(
    ({ path }) =>
      path === "rpId" ||
      tidy((path.startsWith("rpIds") ? rpIds : allowedOrigins) ?? [])[
        Number(path.split(".")[1])
      ] !== "",
  );
}

/** Capitalizes a message unless its first word is a value, such as a domain. */
export const sentence = (text: string) =>
  /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** Converts issues to react-hook-form errors. */
function toFieldErrors<T extends FieldValues>(issues: readonly Issue[]): FieldErrors<T> {
  const errors: FieldErrors<T> = {};
  for (const { path, message } of issues)
    set(errors, path, { type: "invalid", message: sentence(message) });
  return errors;
}

/** Validates the form with the server's rules. */
export const settingsResolver: Resolver<SettingsChange> = async (values) => {
  const parsed = SettingsChange.safeParse(values);
  const own = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  const issues = [...(await siteIssues(values)), ...own];
  return issues.length === 0
    ? { values, errors: {} }
    : { values: {}, errors: toFieldErrors<SettingsChange>(issues) };
};
