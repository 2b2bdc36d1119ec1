import { createServer, type Server } from "node:http";
import type { Config } from "@/lib/config";
import { StartupError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { createSocketLimits, type Handle } from "@/server/sockets/socket-limits";

/** Returns the hosts to listen on. The machine may lack all but the first. */
function hostsOf({ mode, host }: Config): [string | undefined, ...string[]] {
  if (host === "localhost" || (host === undefined && mode === "local")) return ["127.0.0.1", "::1"];
  return [host];
}

/**
 * Opens the port.
 * @throws StartupError if it is in use or not allowed
 */
export async function listen(config: Config, handle: Handle): Promise<Server[]> {
  const options = {
    headersTimeout: limits.requestHeadMs,
    // The longest limit; limitBodyTime applies the shorter one.
    requestTimeout: limits.requestLinesMs,
    connectionsCheckingInterval: limits.connectionsCheckedEveryMs,
  };
  const limitSockets = createSocketLimits(handle, {
    waitingRequests: limits.waitingRequests,
    stalledMs: limits.stalledSocketMs,
    connectionsPerAddress: config.trustedProxyHops === 0 ? limits.connectionsPerAddress : undefined,
    connections: limits.connections,
  });
  const servers: Server[] = [];
  const [required, ...optional] = hostsOf(config);
  for (const host of [required, ...optional]) {
    const server = createServer(options);
    limitSockets(server);
    // After the first thousand, Node 20 drops headers, among them a proxy's X-Forwarded-For, and
    // later versions refuse the request. Node's limit of 16 KB still applies.
    server.maxHeadersCount = 0;
    const code = await new Promise<string | undefined>((resolve) => {
      server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
      server.listen(config.port, host, () => resolve(undefined));
    });
    if (code === undefined) servers.push(server);
    else if (code === "EADDRINUSE")
      throw new StartupError(`Port ${config.port} is in use. Stop the other program or set PORT.`);
    else if (code === "EACCES")
      throw new StartupError(
        `This user may not open port ${config.port}. Set PORT to a port above 1023.`,
      );
    else if (code === "EADDRNOTAVAIL" && host === required)
      throw new StartupError(`This machine has no address ${host}. Set HOST to one of its own.`);
    // Without IPv6, localhost has no ::1.
    else if (host === required)
      throw new StartupError(`Port ${config.port} cannot be opened (${code}).`);
  }
  return servers;
}
