import { badRequestOf, isServiceError } from "@/lib/errors";

/** Runs work, and renames the fields in its issues: a domain function doesn't know the file. */
export async function renameFields<T>(
  rename: (path: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isServiceError(error) || !("issues" in error.extra)) throw error;
    const issues = error.extra.issues.map(({ path, message }) => ({ path: rename(path), message }));
    throw badRequestOf(issues);
  }
}

/** The field of a document that holds a setting. */
export function fieldOfSetting(path: string): string {
  if (path === "brandLogo") return "logo";
  return path === "name" ? path : `settings.${path}`;
}
