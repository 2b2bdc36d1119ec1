import { type ServerProcess, startServer } from "./server-process";
import { newDatabaseUrl } from "./worker-database";

/** Starts a server in local mode on a new database, and waits until it accepts requests. */
export async function startLocalServer(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({
    env: { KEYSTEAD_MODE: "local", DATABASE_URL: await newDatabaseUrl(), ...env },
  });
  await server.ready();
  return server;
}
