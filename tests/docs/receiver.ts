import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
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
  /** Stops the program, and releases its database. */
  close(): Promise<void>;
  /** Runs a statement on the program's database. */
  query(sql: string): Promise<unknown[][]>;
  /** Sends a request as Keystead does. Resolves with the status, or null without an answer. */
  post(body: BodyInit, headers: Record<string, string>): Promise<number | null>;
}

interface Database {
  query: Receiver["query"];
  close: () => void;
}

/** Runs statements on a database of PostgreSQL. */
const openPostgres = (url: string): Database => ({
  async query(sql) {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query<unknown[]>({ text: sql, rowMode: "array" })).rows;
    } finally {
      await client.end();
    }
  },
  close: () => undefined,
});

const sqlite = `import json, sqlite3, sys
for line in sys.stdin:
    database = sqlite3.connect(sys.argv[1], timeout=300)
    with database:
        rows = database.execute(json.loads(line)).fetchall()
    database.close()
    print(json.dumps(rows), flush=True)`;

/** Runs statements on a database of SQLite, in one process of Python that starts at the first. */
function openSqlite(file: string): Database {
  let python: ChildProcessWithoutNullStreams | undefined;
  const waiting: ((line: string) => void)[] = [];
  const start = () => {
    const started = spawn("python3", ["-c", sqlite, file]);
    let errors = "";
    started.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    started.once("close", () => waiting.splice(0).forEach((answer) => answer(errors)));
    createInterface(started.stdout).on("line", (line) => waiting.shift()?.(line));
    return started;
  };
  return {
    async query(sql) {
      const { stdin } = (python ??= start());
      const line = await new Promise<string>((resolve) => {
        waiting.push(resolve);
        stdin.write(`${JSON.stringify(sql)}\n`);
      });
      if (!line.startsWith("[")) throw new Error(line);
      return JSON.parse(line) as unknown[][];
    },
    close: () => python?.stdin.end(),
  };
}

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
  const { query, close } =
    language === "TypeScript" ? openPostgres(database) : openSqlite(database);
  let child: ChildProcess | undefined;
  async function stop(): Promise<void> {
    const running = child;
    if (running?.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await ended;
  }
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
    stop,
    async close() {
      await stop();
      close();
    },
    query,
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
