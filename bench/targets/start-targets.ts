import type { BenchPostgres } from "@/bench/bench-postgres";
import type { Person } from "@/bench/population";
import { findFreePort } from "@/testing/server-process";
import { startFloor } from "./floor";
import { install, type Installation } from "./installation";
import { startKeystead } from "./keystead";
import { startPeer } from "./peer";
import type { ServerName, Started, Target } from "./target";

export interface Setting extends BenchPostgres {
  root: string;
  people: Person[];
}

/** Starts a server with its own filled database. Keystead and the floor also have an installation. */
export async function startTarget(
  name: ServerName,
  { root, folder, people, createDatabase }: Setting,
): Promise<Started & { installation?: Installation }> {
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const databaseUrl = await createDatabase(`${name.replace("-", "_").toLowerCase()}_bench`);
  if (name === "better-auth")
    return { target: await startPeer(root, port, { databaseUrl, origin, people, folder }), origin };
  const installation = await install(root, databaseUrl, origin, people);
  const start: typeof startKeystead = name === "floor" ? startFloor : startKeystead;
  const target: Target = await start(root, port, installation);
  return { target, origin, installation };
}
