import type { IncomingMessage, ServerResponse } from "node:http";
import { codeLanguageCookie, codeLanguages } from "@/lib/contract/code-languages";
import { themeCookie, themes } from "@/lib/contract/theme";
import { ServiceError } from "@/lib/errors";
import { sendError } from "@/lib/http/endpoint/send-error";
import { readStampedAddress } from "@/lib/http/request/client-address";
import { limits } from "@/lib/limits";
import type { Clock } from "@/lib/platform/clock";
import { createTurns } from "@/lib/platform/turns";
import { createAddressLimit } from "./address-limit";
import { createPageCache, type PublicPage, sendPage } from "./page-cache";
import { pageLimits } from "./page-limits";
import type { Handle } from "./socket-limits";

/** Pages of tenancies and operators have limits of their own; files of the build need none. */
const isUnlimited = (path: string) => /^\/(auth|console|_next\/static)(\/|$)/.test(path);

/** Pages and texts whose content depends on this installation, the reader's code language and theme. */
const isCacheable = (path: string) =>
  /^\/(docs(\/[a-z0-9-]+)*(\/[a-z-]+\.json)?|llms\.txt|llms-full\.txt|robots\.txt|favicon\.ico)?$/.test(
    path,
  );

/** What the pages read of the reader's cookies. Other values can't fill the cache. */
const readCookies = [
  codeLanguages.map(({ id }) => `${codeLanguageCookie}=${id}`),
  themes.filter((theme) => theme !== "system").map((theme) => `${themeCookie}=${theme}`),
];

/** Returns what a page depends on. Undefined if it can't be cached, such as a part of a page. */
function cacheablePage({ method, url = "/", headers }: IncomingMessage): PublicPage | undefined {
  const path = url.length > 1 ? url.replace(/\/$/, "") : url;
  if (method === "POST" || headers["rsc"] !== undefined || !isCacheable(path)) return undefined;
  const sent = (headers.cookie ?? "").split(/;\s*/);
  const read = readCookies.flatMap(
    (values) => values.find((cookie) => sent.includes(cookie)) ?? [],
  );
  return { path, cookie: read.join("; ") };
}

export interface PublicPagesOptions {
  clock: Clock;
  /** The installation's host. */
  host: string;
  /** Whether requests are limited per address. In local mode they aren't. */
  isLimited: boolean;
  limits?: { perMinute: number; rendersPerMinute: number };
}

/**
 * Serves the pages that anyone may read: the start page, the documentation and "not found". Keeps what
 * can be cached. Limits how many requests an address sends (`perMinute`), and how many of them have to
 * be rendered (`rendersPerMinute`).
 */
export function createPublicPages(
  render: Handle,
  {
    clock,
    host,
    isLimited,
    limits: { perMinute, rendersPerMinute } = pageLimits.publicPages,
  }: PublicPagesOptions,
): Handle {
  const cache = createPageCache(render, host, pageLimits.publicPages.cacheBytes);
  // Cached pages are sent one at a time, so that other requests run in between.
  const takeTurn = createTurns({
    maxConcurrent: 1,
    maxWaiting: pageLimits.pageTurns.waiting,
    maxWaitMs: limits.databaseWaits.connectionMs,
  });
  const countRequest = createAddressLimit(clock, perMinute);
  const countRender = createAddressLimit(clock, rendersPerMinute);

  const countAndWaitMs = (address: string | undefined, isCached: boolean) =>
    countRequest(address) || (isCached ? 0 : countRender(address));
  function refuse(response: ServerResponse, waitMs: number): void {
    const retryAfterSeconds = Math.ceil(waitMs / 1_000);
    sendError(response, new ServiceError("@error/RateLimited", { retryAfterSeconds }));
  }

  return (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    if (isUnlimited(path)) return render(request, response);
    // The docs of local mode have a key, but not for a foreign name (DNS rebinding).
    const isForeign = !isLimited && request.headers.host !== host;
    const page = isForeign ? undefined : cacheablePage(request);
    const isCached = page !== undefined && cache.has(page);
    const address = readStampedAddress(request);
    const waitMs = isLimited ? countAndWaitMs(address, isCached) : 0;
    if (waitMs > 0) return refuse(response, waitMs);
    if (page === undefined) return render(request, response);
    void cache
      .get(page, request)
      .then((rendered) =>
        takeTurn("", () => Promise.resolve(sendPage(request, response, rendered))),
      )
      .catch(() => sendError(response, new ServiceError("@error/Unavailable")));
  };
}
