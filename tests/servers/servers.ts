import { randomBytes } from "node:crypto";
import { removeServer, startServer } from "@/testing/server-process";

/** A server that runs in its own process. */
export interface ComparedServer {
  port: number;
  /** Everything it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

export interface ServerSettings {
  databaseUrl: string;
  secret: string;
  /** Default: the server's own address. */
  baseUrl?: string;
  trustedProxyHops?: number;
  metricsToken?: string;
}

export const makeSecret = () => randomBytes(32).toString("base64url");

async function open(
  args: string[],
  { databaseUrl, secret, baseUrl, trustedProxyHops = 0, metricsToken }: ServerSettings,
): Promise<ComparedServer> {
  const env = {
    KEYSTEAD_MODE: "local",
    DATABASE_URL: databaseUrl,
    KEYSTEAD_SECRET: secret,
    BASE_URL: baseUrl,
    TRUSTED_PROXY_HOPS: String(trustedProxyHops),
    METRICS_TOKEN: metricsToken,
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const server = await startServer({ args, env });
  const output = () => server.output() + server.errors();
  const stop = () => removeServer(server);
  try {
    await server.ready();
  } catch (error) {
    await stop();
    throw new Error(`The server did not start:\n${output()}`, { cause: error });
  }
  return { port: server.port, output, stop };
}

/** Starts the production server, as `npm start` does. */
export function openProductionServer(settings: ServerSettings): Promise<ComparedServer> {
  return open(["scripts/start.mjs"], settings);
}

/** Starts plain `next start`, without server/main.ts. */
export function openNextServer(settings: ServerSettings): Promise<ComparedServer> {
  return open(["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1"], settings);
}
