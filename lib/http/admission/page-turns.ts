import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { limits } from "@/lib/limits";
import { ServiceError } from "@/lib/errors";
import { createTurns } from "@/lib/platform/turns";
import { sendError } from "@/lib/http/router/send-error";
import type { Handle } from "./socket-limits";

const isAsset = (path: string) => path.startsWith("/_next/");

/** Hosted pages belong to the tenancy in their path. All other pages share one key. */
const tenancyOf = (path: string) => /^\/auth\/([^/?]+)/.exec(path)?.[1] ?? "";

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
  /** Concurrent pages of one tenancy. */
  perTenancy: number;
  /** Concurrent pages of all tenancies. */
  all: number;
  /** Pages that may wait for a turn, per key. */
  waiting: number;
  /** Milliseconds after which a page releases its turn, finished or not. */
  longestMs: number;
}

/**
 * Limits how many pages render at the same time, per tenancy and in total. Rendering a page blocks
 * the event loop for milliseconds.
 */
export function createPageTurns(
  handle: Handle,
  { perTenancy, all, waiting, longestMs }: PageTurnLimits = limits.pageTurns,
): Handle {
  const rules = { maxWaiting: waiting, maxWaitMs: limits.databaseWaits.connectionMs };
  const takeTenancyTurn = createTurns({ ...rules, maxConcurrent: perTenancy });
  const takeTurn = createTurns({ ...rules, maxConcurrent: all });

  async function render(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (response.destroyed) return;
    const done = rendered(response, longestMs);
    handle(request, response);
    await done;
  }

  return (request, response) => {
    const path = request.url ?? "/";
    if (isAsset(path)) return handle(request, response);
    takeTenancyTurn(tenancyOf(path), () => takeTurn("", () => render(request, response))).catch(
      () =>
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
