import { createServer, type IncomingHttpHeaders } from "node:http";
import type { Config } from "@/lib/config";
import { checkThroughProxy, judgeProxySettings } from "./check-proxy";
import { type Finding, findingsOf } from "./finding";

const { good, warning, problem } = findingsOf("port");

interface OpenPort {
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
async function openPort(
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

function judgeRefusal(code: string, { port, host }: Pick<Config, "port" | "host">): Finding {
  if (code === "EADDRINUSE")
    return warning(
      `Port ${port} is in use, maybe by Keystead itself.`,
      "If Keystead doesn't run, stop the other program or set PORT.",
    );
  if (code === "EACCES")
    return problem(`This user may not open port ${port}.`, "Set PORT to a port above 1023.");
  if (code === "EADDRNOTAVAIL")
    return problem(`This machine has no address ${host}.`, "Set HOST to one of its own.");
  return problem(`Port ${port} cannot be opened (${code}).`, "Set PORT to another one.");
}

/**
 * Opens the port for a moment, and checks the proxy.
 * @param throughProxy whether to request the configured origin
 */
export async function checkPort(config: Config, throughProxy: boolean): Promise<Finding[]> {
  const opened = await openPort(config);
  if (typeof opened === "string") return [judgeRefusal(opened, config), judgeProxySettings(config)];
  try {
    return [
      good(`Port ${config.port} is free.`),
      throughProxy ? await checkThroughProxy(config, opened.headersOf) : judgeProxySettings(config),
    ];
  } finally {
    await opened.close();
  }
}
