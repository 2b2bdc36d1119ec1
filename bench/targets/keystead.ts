import { startServer } from "@/bench/pinned-process";
import { speakKeystead } from "./keystead-protocol";
import type { Installation } from "./installation";
import type { Target } from "./target";

/** The built server, as `npm start` runs it in production. */
export async function startKeystead(root: string, port: number, installation: Installation): Promise<Target> {
  const server = await startServer({
    args: ["dist/server.mjs"],
    cwd: root,
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    env: {
      PORT: String(port),
      BASE_URL: installation.origin,
      KEYSTEAD_MODE: "production",
      DATABASE_URL: installation.databaseUrl,
      KEYSTEAD_SECRET: installation.secret,
      TRUSTED_PROXY_HOPS: "1",
    },
  });
  return { name: "Keystead", port, ...speakKeystead(installation), ...server };
}
