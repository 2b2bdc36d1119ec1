import { createServer, type IncomingHttpHeaders } from "node:http";
import type { Config } from "@/lib/config";

export interface OpenPort {
  /** Headers of the first request to a path. Undefined if none has arrived. */
  headersOf(path: string): IncomingHttpHeaders | undefined;
  close(): Promise<void>;
}

const listened = ({ mode, host }: Pick<Config, "mode" | "host">) =>
  host === "localhost" || (host === undefined && mode === "local") ? "127.0.0.1" : host;

/**
 * Opens the service's port for a moment. It answers 200 to everything, so that a proxy's health check
 * succeeds.
 * @returns the error's code if it can't be opened
 */
export async function openPort(
  config: Pick<Config, "mode" | "host" | "port">,
): Promise<OpenPort | string> {
  const arrived = new Map<string, IncomingHttpHeaders>();
  const server = createServer((request, response) => {
    const { url = "", headers } = request;
    if (url.startsWith("/.well-known/keystead-doctor/") && arrived.size < 100)
      arrived.set(url, headers);
    response.end("ok");
  });
  const code = await new Promise<string | undefined>((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
    server.listen(config.port, listened(config), () => resolve(undefined));
  });
  if (code !== undefined) return code;
  return {
    headersOf: (path) => arrived.get(path),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
