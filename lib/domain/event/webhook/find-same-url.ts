import { parseUrl } from "@/lib/parse-url";

/**
 * Returns the first webhook that has a URL as it would be stored, so that an operator learns of a
 * second one before each event arrives twice. Two webhooks may share a URL.
 */
export function findSameUrl<Webhook extends { url: string }>(
  typed: string,
  webhooks: readonly Webhook[],
): Webhook | undefined {
  const stored = parseUrl(typed.trim())?.href;
  return webhooks.find(({ url }) => url === stored);
}
