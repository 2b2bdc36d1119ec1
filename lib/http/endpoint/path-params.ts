import { badRequest } from "@/lib/errors";
import type { RouteContext } from "./route-module";
import { requireWellFormedText } from "./well-formed-text";

/** Whether a `%` in the path starts no UTF-8. The router replaces such a segment with U+0000. */
function hasBadEscape({ url }: Request): boolean {
  try {
    decodeURIComponent(new URL(url).pathname);
    return false;
  } catch {
    return true;
  }
}

/**
 * Reads the path parameters as text.
 * @param onlyTenancyId whether to check only the tenancy id, because the endpoint checks the others
 * @throws BadRequest for a parameter that isn't well-formed text
 */
export async function readPathParams(
  request: Request,
  { params }: RouteContext,
  onlyTenancyId: boolean,
): Promise<Record<string, string>> {
  const entries = Object.entries((await params) ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join("/") : (value ?? ""),
  ]);
  const read = Object.fromEntries(entries) as Record<string, string>;
  const checked = onlyTenancyId ? { tenancyId: read["tenancyId"] } : read;
  const replaced = Object.entries(checked).find(([, value]) => value === "\u0000");
  if (replaced !== undefined && hasBadEscape(request))
    throw badRequest(replaced[0], "has a bad escape: a % must start the UTF-8 of a character");
  requireWellFormedText(checked);
  return read;
}
