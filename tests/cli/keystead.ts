import { spawn } from "node:child_process";
import { expect } from "vitest";
import { environmentOf } from "@/tests/support/server-process";

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the command that `npm run keystead --` runs. */
export function keystead(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, ["scripts/keystead.mjs", ...args], {
    env: environmentOf(env) as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended: Ended = { code: null, out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (ended.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (ended.err += chunk.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ ...ended, code })));
}

/** The one JSON document of a command that must succeed in silence. */
export async function json<T = Record<string, unknown>>(
  args: string[],
  env: Record<string, string>,
): Promise<T> {
  const { code, out, err } = await keystead([...args, "--json"], env);
  expect({ code, err }, out).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as T;
}

export async function expectRefusal(
  running: Promise<Ended>,
  code: number,
  sentence: RegExp,
): Promise<void> {
  const ended = await running;
  expect(ended.err).toMatch(sentence);
  expect(ended).toMatchObject({ code, out: "" });
  expect(ended.err).toMatch(/^keystead: /);
  expect(ended.err).not.toMatch(/^ {4}at /m);
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
  "--origin",
  "https://app.example.com",
];
export interface MadeTenancy {
  id: string;
  clientId: string;
}
export interface MadeKey {
  id: string;
  key: string;
}
