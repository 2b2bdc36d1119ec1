import { spawn } from "node:child_process";
import { expect } from "vitest";
import { run } from "@/cli/run";
import { readConfig } from "@/lib/config";
import { environmentOf } from "@/testing/server-process";
import { newDatabaseUrl } from "@/testing/worker-database";

export interface CommandResult {
  code: number | null;
  out: string;
  err: string;
}

type Environment = Record<string, string>;

/** Returns the environment of commands on a new database. */
export async function newInstallation(): Promise<Environment & { DATABASE_URL: string }> {
  return {
    DATABASE_URL: await newDatabaseUrl(),
    BASE_URL: "https://id.example.com",
    KEYSTEAD_SECRET: "0123456789abcdefghijklmnopqrstuvwxyzABCDEF",
  };
}

let running: Promise<unknown> = Promise.resolve();

/** Runs a command in this process, after those that were called before. */
export function keystead(args: string[], env: Environment = {}): Promise<CommandResult> {
  const result = running.then(async () => {
    let [out, err] = ["", ""];
    const code = await run(args, {
      readConfig: (folder) => readConfig(env, folder),
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
    });
    return { code, out, err };
  });
  running = result.catch(() => undefined);
  return result;
}

/** Runs a command as `npm run keystead --` does. */
export function spawnKeystead(args: string[], env: Environment = {}): Promise<CommandResult> {
  const child = spawn(process.execPath, ["scripts/keystead.mjs", ...args], {
    env: environmentOf(env) as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const result: CommandResult = { code: null, out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (result.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (result.err += chunk.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ ...result, code })));
}

/** Runs a command with --json that must succeed without messages, and returns its document. */
export async function json<T = Record<string, unknown>>(
  args: string[],
  env: Environment,
): Promise<T> {
  const { code, out, err } = await keystead([...args, "--json"], env);
  expect({ code, err }, out).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as T;
}

export async function expectRefusal(
  running: Promise<CommandResult>,
  code: number,
  sentence: RegExp,
): Promise<void> {
  const result = await running;
  expect(result.err).toMatch(sentence);
  expect(result).toMatchObject({ code, out: "" });
  expect(result.err).toMatch(/^keystead: /);
  expect(result.err).not.toMatch(/^ {4}at /m);
}

export const acme = [
  "tenancy",
  "create",
  "--name",
  "Acme",
  "--environment",
  "production",
  "--rp-id",
  "example.com",
  "--allowed-origins",
  "https://app.example.com",
];
export interface CreatedTenancy {
  id: string;
  clientId: string;
}
export interface CreatedKey {
  id: string;
  key: string;
}
