import { set, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";
import { SettingsChange } from "@/lib/domain/tenancy/settings";

interface Issue {
  path: string;
  message: string;
}

/**
 * Whether rpIds and origins fit each other. The public suffix list is loaded when it is first
 * needed.
 */
async function siteIssues({ rpId, rpIds, allowedOrigins }: SettingsChange): Promise<Issue[]> {
  if (rpId === undefined || allowedOrigins === undefined) return [];
  const { findRelyingPartyIssues } = await import("@/lib/domain/tenancy/check-relying-party");
  const tidy = (entries: readonly string[]) => entries.map((entry) => entry.trim());
  const found = findRelyingPartyIssues({
    rpId: rpId.trim().toLowerCase(),
    rpIds: tidy(rpIds ?? []).map((one) => one.toLowerCase()),
    allowedOrigins: tidy(allowedOrigins),
  });
  // An entry that is still blank will be left out.
  return found.filter(
    ({ path }) =>
      path === "rpId" ||
      tidy((path.startsWith("rpIds") ? rpIds : allowedOrigins) ?? [])[
        Number(path.split(".")[1])
      ] !== "",
  );
}

/** Begins with a capital, unless it begins with what was typed, such as a domain. */
export const sentence = (text: string) =>
  /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** Puts issues where react-hook-form looks for a field's error. */
function toFieldErrors<T extends FieldValues>(issues: readonly Issue[]): FieldErrors<T> {
  const errors: FieldErrors<T> = {};
  for (const { path, message } of issues)
    set(errors, path, { type: "invalid", message: sentence(message) });
  return errors;
}

/** The rules that the server has, asked while a form is filled in. */
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
