import { spawn } from "node:child_process";
import { expect } from "vitest";
import { environmentOf } from "@/tests/support/server-process";

export interface CommandResult {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a command as `npm run keystead --` does. */
export function keystead(args: string[], env: Record<string, string> = {}): Promise<CommandResult> {
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
  env: Record<string, string>,
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
