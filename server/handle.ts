import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { RunningConfig } from "@/lib/config";
import { badRequest, ServiceError } from "@/lib/errors";
import { sendError } from "@/lib/http/endpoint/respond";
import { hasSeveralHosts } from "@/lib/http/request/request-host";
import { stampRequest } from "@/lib/http/request/stamp-request";
import { transportSecurityHeaders } from "@/lib/http/request/transport-security-headers";
import { createApiRouter } from "@/lib/http/router/router";
import { logConsole } from "@/lib/platform/log";
import { getService } from "@/lib/service/service";
import { limitBodyTime } from "@/server/sockets/limit-body-time";
import { limitFiles } from "@/server/sockets/limit-files";
import { createPageTurns } from "@/server/sockets/page-turns";
import { createPublicPages } from "@/server/sockets/public-pages";
import { dropMalformedState } from "@/server/sockets/router-state";
import { createServerActions } from "@/server/sockets/server-actions";
import type { Handle } from "@/server/sockets/socket-limits";
import { createFindVisitor } from "@/server/sockets/visitor";
import { routes } from "./routes.generated";

/**
 * Responds while the database starts. The port is opened first, so that a busy port fails before
 * anything else changes.
 */
export const respondStarting: Handle = (_request, response) =>
  sendError(
    response,
    new ServiceError("@error/Unavailable", undefined, "The service is starting."),
    { "Retry-After": "1" },
  );

/**
 * Methods of pages and server actions. Next would handle other methods like GET, or fail with 400
 * or 500.
 */
const pageMethods = new Set(["GET", "HEAD", "POST"]);

/**
 * Next lets shared caches keep its prerendered 404 for a year, for paths that match a page once they
 * are decoded. No other page is prerendered.
 */
function forbidSharedCaching(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, /^s-maxage=/.test(String(value)) ? "no-store" : value);
}

/** Returns the ids of the build's server actions. */
async function readActionIds({ installationFolder }: RunningConfig): Promise<Set<string>> {
  const file = join(installationFolder, ".next/server/server-reference-manifest.json");
  const { node } = JSON.parse(await readFile(file, "utf8")) as { node: object };
  return new Set(Object.keys(node));
}

/**
 * Loads Next, which serves everything but the API. Called at the first page, so that a server of
 * API calls starts faster and needs less memory.
 */
async function loadPages(config: RunningConfig): Promise<Handle> {
  const service = getService();
  const { clock, knownTenancies, log, db } = service;
  logConsole(log);
  const { default: next } = await import("next");
  // Next gets a server of its own, because it adds an upgrade listener. Without one on our server,
  // Node serves requests with `Upgrade` as HTTP/1.1 (RFC 9110 §7.8). Java's HttpClient offers h2c
  // with every request.
  const app = next({
    dev: false,
    dir: config.installationFolder,
    hostname: "localhost",
    port: config.port,
    httpServer: createServer(),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  const renderPage: Handle = (request, response) => {
    dropMalformedState(request);
    void handle(request, response);
  };
  const pages = createServerActions(renderPage, {
    ids: await readActionIds(config),
    baseUrl: config.baseUrl,
  });
  const render = createPageTurns(pages, knownTenancies.has);
  const findSystemId = async () =>
    (await db.tenancy.findFirst({ where: { isSystem: true }, select: { id: true } }))?.id;
  return createPublicPages(render, {
    clock,
    findVisitor: createFindVisitor(service, findSystemId),
    isTenancy: knownTenancies.has,
    host: new URL(config.baseUrl).host,
    // Local mode listens on loopback addresses only.
    isLimited: config.mode !== "local",
  });
}

/** Creates the handler of the API and of pages. */
export function createHandle(config: RunningConfig): Handle {
  const api = createApiRouter(routes);
  const callApi: Handle = (request, response) => void api.listener(request, response);
  const serveApi = config.mode === "local" ? callApi : limitFiles(callApi, getService().clock);
  let pages: Promise<Handle> | undefined;
  return (request, response) => {
    const requestId = stampRequest(request, config.trustedProxyHops);
    // A proxy may have decided by the line that Node drops.
    if (hasSeveralHosts(request))
      return sendError(response, badRequest("Host", "must not be repeated"), {
        Connection: "close",
        "X-Request-Id": requestId,
      });
    const isApi = api.match(request);
    limitBodyTime(request, isApi && api.readsLines(request));
    if (isApi) return serveApi(request, response);
    response.setHeader("X-Request-Id", requestId);
    for (const [name, value] of Object.entries(transportSecurityHeaders()))
      response.setHeader(name, value);
    if (!pageMethods.has(request.method ?? ""))
      return sendError(response, new ServiceError("@error/MethodNotAllowed"), {
        Allow: [...pageMethods].join(", "),
      });
    forbidSharedCaching(response);
    pages ??= loadPages(config);
    pages.then(
      (handle) => handle(request, response),
      () => respondStarting(request, response),
    );
  };
}
