import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setImmediate as readSockets, setTimeout as pause } from "node:timers/promises";
import type { Config } from "@/lib/config";
import { ServiceError } from "@/lib/errors";
import { sendError } from "@/lib/http/endpoint/respond";
import { lifetimes } from "@/lib/limits";
import type { Handle } from "@/server/sockets/socket-limits";

/** Ends requests that wait for something, so that they are answered. */
type EndWaits = () => void;

export interface Drain {
  handle: Handle;
  /**
   * Closes the servers, and resolves when their connections have ended.
   * @param isReplaced whether another process serves the port already, so that /readyz succeeds
   */
  run(servers: Server[], options?: { isReplaced?: boolean }): Promise<void>;
}

const isReadiness = ({ url = "" }: IncomingMessage) => url.split("?", 1)[0] === "/readyz";

/**
 * Ends connections without failing a request:
 *
 * 1. Requests that wait for an event are answered. /readyz fails, so that load balancers use other
 *    instances. Every response from now on has `Connection: close`.
 * 2. The port and idle connections stay open for a moment, because a client may be sending a request
 *    on one. A port that closes resets connections that wait to be accepted. Both close at
 *    once in local mode, so that Ctrl+C is quick, and before the first request.
 * 3. Connections that are still open after `drainMs` are destroyed.
 *
 * @param keepOpen how long the port stays open
 */
export function createDrain(
  handle: Handle,
  { mode }: Pick<Config, "mode">,
  endWaits: EndWaits = () => undefined,
  keepOpen: () => Promise<void> = () => pause(lifetimes.drainIdleMs),
): Drain {
  const running = new Set<ServerResponse>();
  let isDraining = false;
  let isReady = true;
  let hasServed = false;
  const closeAfter = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader("Connection", "close");
  };
  return {
    handle(request, response) {
      hasServed = true;
      if (isDraining) closeAfter(response);
      else {
        running.add(response);
        response.once("close", () => running.delete(response));
      }
      if (!isReady && isReadiness(request))
        return sendError(
          response,
          new ServiceError("@error/Unavailable", undefined, "The service is stopping."),
        );
      handle(request, response);
    },
    async run(servers, { isReplaced = false } = {}) {
      isDraining = true;
      isReady = isReplaced;
      endWaits();
      running.forEach(closeAfter);
      const late = setTimeout(
        () => servers.forEach((server) => server.closeAllConnections()),
        lifetimes.drainMs,
      );
      if (hasServed && mode !== "local") await keepOpen();
      // A busy process runs the timer before it reads its sockets. The first turn accepts connections,
      // the second one reads their requests.
      for (let turn = 0; turn < 2; turn++) await readSockets();
      // Closes idle connections, too.
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      clearTimeout(late);
    },
  };
}
