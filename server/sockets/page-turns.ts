import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { addressBucket } from "@/lib/domain/base/address-bucket";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { createTurns } from "@/lib/platform/turns";
import { unknownTenancies } from "@/lib/service/service";
import { pageLimits } from "./page-limits";
import { refusePage } from "./refuse-page";
import type { Handle } from "./socket-limits";
import type { Visitor } from "./visitor";

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

/** Returns the key of a visitor's own turns. Undefined if nothing tells visitors apart. */
const visitorKeyOf = ({ browserId, address }: Visitor): string | undefined =>
  browserId ?? (address === undefined ? undefined : addressBucket(address));

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
  /** Concurrent pages of one visitor, the one that renders and the next one. */
  perVisitor: number;
  /** Concurrent pages of one key. */
  perKey: number;
  /** Concurrent pages of all keys. */
  all: number;
  /** Pages that may wait for a turn, per visitor and per key. */
  waiting: number;
  /** Milliseconds after which a page releases its turn, finished or not. */
  longestMs: number;
}

/** Renders a page. One without a visitor is for all of them. */
export type Render = (
  request: IncomingMessage,
  response: ServerResponse,
  visitor?: Visitor,
) => void;

/**
 * Limits how many pages render at the same time, per visitor, per key and in total. Rendering a page
 * blocks the event loop for milliseconds. A visitor's further pages wait in a queue of their own, so
 * those of others are next.
 * @param isTenancy whether a tenancy with this id is known to exist
 */
export function createPageTurns(
  handle: Handle,
  isTenancy: (id: string) => boolean,
  { perVisitor, perKey, all, waiting, longestMs }: PageTurnLimits = pageLimits.pageTurns,
): Render {
  const shared = { maxWaiting: waiting, maxWaitMs: limits.databaseWaits.connectionMs };
  const takeVisitorTurn = createTurns({ ...shared, maxConcurrent: perVisitor });
  const takeTurn = createTurns({ ...shared, maxConcurrent: perKey, maxTotal: all });

  async function render(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (response.destroyed) return;
    const done = rendered(response, longestMs);
    handle(request, response);
    await done;
  }

  return (request, response, visitor = {}) => {
    const path = request.url ?? "/";
    if (isAsset(path)) return handle(request, response);
    const key = keyOf(path, isTenancy);
    const renderInTurn = () => takeTurn(key, () => render(request, response));
    const visitorKey = visitorKeyOf(visitor);
    const rendering =
      visitorKey === undefined
        ? renderInTurn()
        : takeVisitorTurn(`${key} ${visitorKey}`, renderInTurn);
    rendering.catch(() =>
      refusePage(
        request,
        response,
        new ServiceError(
          "@error/Unavailable",
          undefined,
          "The service is busy. Try again shortly.",
        ),
        1,
      ),
    );
  };
}
