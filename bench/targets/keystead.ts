import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startServer } from "@/bench/pinned-process";
import type { Installation } from "./installation";
import { speakKeystead } from "./keystead-protocol";
import { startMailSink } from "./mail-sink";
import type { Target } from "./target";

const lookEveryMs = 20;

/**
 * The built server, as `npm start` runs it in production, with a local email provider.
 * @param more further environment variables
 */
export async function startKeystead(
  root: string,
  port: number,
  installation: Installation,
  more: Record<string, string> = {},
): Promise<Target> {
  const sink = await startMailSink();
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
      RESEND_API_KEY: "bench",
      RESEND_BASE_URL: sink.url,
      ...more,
    },
  });
  const database = new pg.Client({ connectionString: installation.databaseUrl });
  await database.connect();
  return {
    name: "Keystead",
    port,
    ...speakKeystead(installation),
    ...server,
    async deliverEmails() {
      sink.open();
      const isDone = async () =>
        (await database.query(`SELECT FROM "OutboxMail" WHERE "state" = 'queued' LIMIT 1`))
          .rowCount === 0;
      while (!(await isDone())) await pause(lookEveryMs);
      sink.shut();
    },
    async stop() {
      sink.open();
      await server.stop();
      await database.end();
      sink.close();
    },
  };
}
