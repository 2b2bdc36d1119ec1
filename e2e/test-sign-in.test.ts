import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findChromium } from "@/scripts/chromium.mjs";
import { cloneDatabase } from "@/testing/clone-database";
import { findFreePort } from "@/testing/server-process";
import type { startTestPostgres } from "@/testing/test-postgres";
import { expect, test } from "./fixtures";

/** Runs the guide's tests as a reader does, with their own Keystead and the Express example. */
async function runGuide(variables: Record<string, string>, folder: string) {
  const program = "docs/snippets/test-sign-in";
  const port = await findFreePort();
  const child = spawn(
    process.execPath,
    [
      "node_modules/@playwright/test/cli.js",
      ...["test", "--config", `${program}/playwright.config.mjs`],
      ...["--reporter", "line", "--output", join(folder, "results")],
    ],
    {
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        CHROMIUM_PATH: findChromium(),
        ACCOUNTS_FILE: join(folder, "accounts.json"),
        SERVICE_COMMAND: "node scripts/start.mjs",
        APP_COMMAND: `node ${resolve("examples/express/server.mjs")}`,
        SERVICE_PORT: String(port),
        APP_PORT: String(await findFreePort()),
        ...variables,
      } as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (output += text.toString()));
  const code = await new Promise((exit) => child.once("exit", exit));
  return { code, output, keystead: `http://localhost:${port}/readyz` };
}

test("the guide's tests sign in to an application, on a Keystead of their own", async () => {
  const folder = await mkdtemp(join(tmpdir(), "test-sign-in-"));
  const postgres = JSON.parse(process.env["E2E_POSTGRES"] ?? "") as Awaited<
    ReturnType<typeof startTestPostgres>
  >;
  const newDatabase = async (name: string) => ({
    DATABASE_URL: await cloneDatabase(postgres, name),
  });
  const { code, output } = await runGuide(await newDatabase("throw-away"), folder);
  expect(output).toContain("2 passed");
  expect(code).toBe(0);
  // A program that ends is an error, not an endless wait.
  const failed = await runGuide(
    { ...(await newDatabase("ended")), APP_COMMAND: "node --eval 0" },
    folder,
  );
  expect(failed.output).toContain("This program ended: node --eval 0");
  expect(failed.code).toBe(1);
  await expect(fetch(failed.keystead)).rejects.toThrow("fetch failed");
  await rm(folder, { recursive: true });
});
