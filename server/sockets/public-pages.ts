import type { IncomingMessage, ServerResponse } from "node:http";
import { codeLanguageCookie, codeLanguages } from "@/lib/contract/code-languages";
import { themeCookie, themes } from "@/lib/contract/theme";
import { ServiceError } from "@/lib/errors";
import { sendError } from "@/lib/http/endpoint/respond";
import { isFromThisMachine } from "@/lib/http/request/client-address";
import { limits } from "@/lib/limits";
import type { Clock } from "@/lib/platform/clock";
import { createTurns } from "@/lib/platform/turns";
import { unknownTenancies } from "@/lib/service/service";
import { createPageCache, type PublicPage, sendPage } from "./page-cache";
import { pageLimits } from "./page-limits";
import type { Render } from "./page-turns";
import { refusePage } from "./refuse-page";
import type { Handle } from "./socket-limits";
import type { FindVisitor, Visitor } from "./visitor";
import { createVisitorLimit } from "./visitor-limit";

/** Files of the build need no limit, and steps of hosted pages have those of their tenancy. */
const isUncounted = (path: string) =>
  /^\/(_next\/static|auth\/[^/]+\/(account\/)?steps)\//.test(path);

/** Pages of operators and tenancies. They aren't cached, and cost less than pages of the docs. */
const isOwn = (path: string) => /^\/(auth|console)(\/|$)/.test(path);

/** Scripts, style sheets and fonts of hosted pages. */
const isHostedFile = (path: string) => /^\/auth\/assets\/[\w.-]+$/.test(path);

/**
 * Pages and texts whose content depends on this installation, the reader's code language and theme, and
 * files of hosted pages.
 */
const isCacheable = (path: string) =>
  isHostedFile(path) ||
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

const isLocal = ({ headers }: IncomingMessage) =>
  isFromThisMachine({ get: (name) => headers[name]?.toString() ?? null });

export interface PublicPagesOptions {
  clock: Clock;
  /** The installation's host. */
  host: string;
  /** Whether requests are limited. In local mode they aren't. */
  isLimited: boolean;
  findVisitor: FindVisitor;
  /** Whether a tenancy with this id is known to exist. */
  isTenancy: (id: string) => boolean;
  limits?: { perMinute: number; rendersPerMinute: number };
}

/**
 * Serves all pages, and limits how many requests a visitor sends (`perMinute`): over all pages, and
 * over the hosted pages of each tenancy. Of the public pages (the start page, the documentation, "not
 * found", and hosted pages of tenancies that don't exist) it keeps what can be cached, and limits
 * those that must be rendered (`rendersPerMinute`).
 */
export function createPublicPages(
  render: Render,
  {
    clock,
    host,
    isLimited,
    findVisitor,
    isTenancy,
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
  const countRequest = createVisitorLimit(clock, perMinute);
  const countRender = createVisitorLimit(clock, rendersPerMinute);
  const countFile = createVisitorLimit(clock, pageLimits.files.perMinute);

  /** All tenancies that don't exist count as one. */
  function roomOf(path: string): string {
    const [, name] = /^\/auth\/([^/]+)/.exec(path) ?? [];
    return name === undefined ? "" : isTenancy(name) ? name : unknownTenancies;
  }

  function waitMsOf(path: string, visitor: Visitor, isCached: boolean): number {
    if (!isLimited || isUncounted(path)) return 0;
    if (isHostedFile(path) && isCached) return countFile(visitor);
    const room = roomOf(path);
    const isRendered = !isCached && (!isOwn(path) || room === unknownTenancies);
    return countRequest(visitor, room) || (isRendered ? countRender(visitor) : 0);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    const visitor = await findVisitor(request);
    // The docs of local mode have a key, but not for a foreign name (DNS rebinding) or machine.
    const isForeign = !isLimited && !(request.headers.host === host && isLocal(request));
    const page = isForeign ? undefined : cacheablePage(request);
    const waitMs = waitMsOf(path, visitor, page !== undefined && cache.has(page));
    if (waitMs > 0) {
      const retryAfterSeconds = Math.ceil(waitMs / 1_000);
      const error = new ServiceError("@error/RateLimited", { retryAfterSeconds });
      return refusePage(request, response, error, retryAfterSeconds);
    }
    if (page === undefined) return render(request, response, visitor);
    const rendered = await cache.get(page, request);
    await takeTurn("", () => Promise.resolve(sendPage(request, response, rendered)));
  }

  return (request, response) =>
    void serve(request, response).catch(() =>
      sendError(response, new ServiceError("@error/Unavailable")),
    );
}
