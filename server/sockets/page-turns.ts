import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { ServiceError } from "@/lib/errors";
import { sendError } from "@/lib/http/endpoint/send-error";
import { limits } from "@/lib/limits";
import { createTurns } from "@/lib/platform/turns";
import { unknownTenancies } from "@/lib/service/service";
import { pageLimits } from "./page-limits";
import type { Handle } from "./socket-limits";

/** Files of the build, which cost nothing to serve. Every other path below /_next is a page, if only a 404. */
const isAsset = (path: string) => path.startsWith("/_next/static/");

/**
 * Returns the key of a page's turns. Hosted pages have one per tenancy, and one for all tenancies
 * that don't exist. The console has its own, so that readers of the documentation don't delay it.
 */
function keyOf(path: string, isTenancy: (id: string) => boolean): string {
  const [, room = "", name = ""] = /^\/([^/?]*)(?:\/([^/?]*))?/.exec(path) ?? [];
  if (room === "console") return "console";
  if (room !== "auth") return "public";
  return name === "assets" ? "hosted files" : isTenancy(name) ? name : unknownTenancies;
}

/**
 * Resolves when the response has finished or the client has disconnected, at the latest after
 * `longestMs`: a slow client or a page that waits for the database doesn't use the processor.
 */
async function rendered(response: ServerResponse, longestMs: number): Promise<void> {
  const timer = new AbortController();
  response.once("close", () => timer.abort());
  await pause(longestMs, undefined, { signal: timer.signal }).catch(() => undefined);
}

interface PageTurnLimits {
  /** Concurrent pages of one key. */
  perKey: number;
  /** Concurrent pages of all keys. */
  all: number;
  /** Pages that may wait for a turn, per key. */
  waiting: number;
  /** Milliseconds after which a page releases its turn, finished or not. */
  longestMs: number;
}

/**
 * Limits how many pages render at the same time, per key and in total. Rendering a page blocks the
 * event loop for milliseconds.
 * @param isTenancy whether a tenancy with this id is known to exist
 */
export function createPageTurns(
  handle: Handle,
  isTenancy: (id: string) => boolean,
  { perKey, all, waiting, longestMs }: PageTurnLimits = pageLimits.pageTurns,
): Handle {
  const takeTurn = createTurns({
    maxConcurrent: perKey,
    maxTotal: all,
    maxWaiting: waiting,
    maxWaitMs: limits.databaseWaits.connectionMs,
  });

  async function render(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (response.destroyed) return;
    const done = rendered(response, longestMs);
    handle(request, response);
    await done;
  }

  return (request, response) => {
    const path = request.url ?? "/";
    if (isAsset(path)) return handle(request, response);
    takeTurn(keyOf(path, isTenancy), () => render(request, response)).catch(() =>
      sendError(
        response,
        new ServiceError(
          "@error/Unavailable",
          undefined,
          "The service is busy. Try again shortly.",
        ),
        { "Retry-After": "1" },
      ),
    );
  };
}
