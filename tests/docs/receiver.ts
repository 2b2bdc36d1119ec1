import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { environmentOf, findFreePort } from "@/testing/server-process";
import { until } from "@/testing/until";
import { newDatabaseUrl } from "@/testing/worker-database";

type Language = "TypeScript" | "Python";

/** A receiver of the guide, in its own process and with its own database. */
export interface Receiver {
  readonly url: string;
  /** Starts the program, and resolves when it accepts requests. */
  start(secret: string): Promise<void>;
  stop(): Promise<void>;
  /** Runs a statement on the program's database. */
  query(sql: string): Promise<unknown[][]>;
  /** Sends a request as Keystead does. Resolves with the status, or null without an answer. */
  post(body: BodyInit, headers: Record<string, string>): Promise<number | null>;
}

const sqlite = `import json, sqlite3, sys
with sqlite3.connect(sys.argv[1], timeout=300) as database:
    print(json.dumps(database.execute(sys.argv[2]).fetchall()))`;

/** Runs a statement on a database of PostgreSQL or of SQLite. */
const queries: Record<Language, (database: string, sql: string) => Promise<unknown[][]>> = {
  async TypeScript(database, sql) {
    const client = new pg.Client(database);
    await client.connect();
    try {
      return (await client.query<unknown[]>({ text: sql, rowMode: "array" })).rows;
    } finally {
      await client.end();
    }
  },
  async Python(database, sql) {
    const { stdout, stderr } = spawnSync("python3", ["-c", sqlite, database, sql], {
      encoding: "utf8",
    });
    if (stdout === "") throw new Error(stderr);
    return JSON.parse(stdout) as unknown[][];
  },
};

const programs: Record<Language, [command: string, ...args: string[]]> = {
  TypeScript: [process.execPath, "--import", "tsx", "receive-events.ts"],
  Python: ["python3", "receive_events.py"],
};

/** Prepares a receiver, which doesn't run yet. */
export async function createReceiver(
  language: Language,
  variables: Record<string, string>,
): Promise<Receiver> {
  const port = await findFreePort();
  const url = `http://localhost:${port}/webhooks`;
  const database =
    language === "TypeScript"
      ? await newDatabaseUrl()
      : join(mkdtempSync(join(tmpdir(), "keystead-receiver-")), "mirror.db");
  let child: ChildProcess | undefined;
  return {
    url,
    async start(secret) {
      const [command, ...args] = programs[language];
      let output = "";
      const started = spawn(command, args, {
        cwd: "docs/snippets",
        env: environmentOf({
          ...variables,
          PYTHONDONTWRITEBYTECODE: "1",
          KEYSTEAD_WEBHOOK_SECRET: secret,
          PORT: String(port),
          DATABASE: database,
          DATABASE_URL: database,
        }) as NodeJS.ProcessEnv,
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      started.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
      started.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
      await until("the receiver is ready", () => {
        if (started.exitCode !== null) throw new Error(`the receiver ended: ${output}`);
        return output.includes("Receiving events at") ? true : null;
      });
    },
    async stop() {
      const running = child;
      if (running?.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise((resolve) => running.once("exit", resolve));
      running.kill("SIGKILL");
      await ended;
    },
    query: (sql) => queries[language](database, sql),
    post: (body, headers) =>
      fetch(url, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
        ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
      }).then(
        ({ status }) => status,
        () => null,
      ),
  };
}
