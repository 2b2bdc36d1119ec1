import type { Server, ServerResponse } from "node:http";
import { Server as SocketServer } from "node:net";
import type { Config } from "@/lib/config";
import type { Handle } from "@/lib/http/admission/socket-limits";
import { lifetimes } from "@/lib/limits";

export interface Drain {
  handle: Handle;
  /** Closes the servers, and resolves when their connections have ended. */
  run(servers: Server[]): Promise<void>;
}

/**
 * Ends connections without failing a request:
 *
 * 1. The port closes. Every response from now on has `Connection: close`.
 * 2. Idle connections stay open for a moment, because a client may be sending a request on one. In
 *    local mode they close at once, so that Ctrl+C is quick.
 * 3. Connections that are still open after `drainMs` are destroyed.
 */
export function createDrain(handle: Handle, { mode }: Pick<Config, "mode">): Drain {
  const running = new Set<ServerResponse>();
  let isDraining = false;
  const closeAfter = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader("Connection", "close");
  };
  return {
    handle(request, response) {
      if (isDraining) closeAfter(response);
      else {
        running.add(response);
        response.once("close", () => running.delete(response));
      }
      handle(request, response);
    },
    async run(servers) {
      isDraining = true;
      running.forEach(closeAfter);
      const closed = servers.map(
        // Not the method of an HTTP server, which closes idle connections.
        (server) => new Promise((resolve) => SocketServer.prototype.close.call(server, resolve)),
      );
      const idle = setTimeout(
        () => servers.forEach((server) => server.closeIdleConnections()),
        mode === "local" ? 0 : lifetimes.drainIdleMs,
      );
      const late = setTimeout(
        () => servers.forEach((server) => server.closeAllConnections()),
        lifetimes.drainMs,
      );
      await Promise.all(closed);
      clearTimeout(idle);
      clearTimeout(late);
    },
  };
}
