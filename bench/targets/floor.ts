import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { startServer } from "@/bench/pinned-process";
import type { Installation } from "./installation";
import { speakKeystead } from "./keystead-protocol";
import type { Target } from "./target";

/** The minimal server for the same work: node:http, pg, the same statements, SimpleWebAuthn. */
export async function startFloor(
  root: string,
  port: number,
  installation: Installation,
): Promise<Target> {
  const folder = await mkdtemp(join(root, "node_modules/.bench-floor-"));
  const file = join(folder, "server.mjs");
  await build({
    absWorkingDir: root,
    entryPoints: ["bench/floor/server.ts"],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
  });
  const { tenancyId, origin, databaseUrl } = installation;
  const server = await startServer({
    args: [file],
    cwd: root,
    readyUrl: `http://127.0.0.1:${port}/`,
    env: { PORT: String(port), DATABASE_URL: databaseUrl, TENANCY_ID: tenancyId, ORIGIN: origin },
  });
  return {
    name: "floor",
    port,
    ...speakKeystead(installation),
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
