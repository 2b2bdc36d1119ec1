import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { connectOrStart } from "@/lib/platform/embedded-postgres/start";
import { environmentOf, makeDataFolder } from "@/testing/server-process";
import { until } from "@/testing/until";
import {
  acme,
  type CreatedTenancy,
  expectRefusal,
  json,
  keystead,
  spawnKeystead,
} from "./keystead";

async function removeDataFolder(dataFolder: string): Promise<void> {
  const { folder, stop } = await connectOrStart({ dataFolder });
  await stop();
  for (const each of [folder, dataFolder]) await rm(each, { recursive: true, force: true });
}

describe("in a folder without an installation", () => {
  test.each([
    ["tenancy list", ["tenancy", "list"]],
    ["tenancy create", acme],
    ["key list", ["key", "list"]],
    ["signing-key rotate", ["signing-key", "rotate"]],
    ["audit verify", ["audit", "verify"]],
  ])("%s names the folder and creates no database", async (_name, args) => {
    const folder = mkdtempSync(join(tmpdir(), "keystead-nothing-"));
    const dataFolder = join(folder, ".keystead");
    await expectRefusal(
      keystead(args, { KEYSTEAD_DATA: dataFolder }),
      3,
      new RegExp(`There is no installation in ${dataFolder}\\. .+keystead (-- )?start`),
    );
    expect(readdirSync(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

describe("on an embedded database without a running server", () => {
  const dataFolder = makeDataFolder();
  const env = { KEYSTEAD_DATA: dataFolder };
  afterAll(() => removeDataFolder(dataFolder));

  test("migrate creates the database, and parallel commands take turns", async () => {
    expect((await keystead(["migrate"], env)).code).toBe(0);
    const { id } = await json<CreatedTenancy>(acme, env);
    const created = await Promise.all(
      ["One", "Two", "Three"].map((name) => spawnKeystead([...acme, "--name", name], env)),
    );
    expect(created.map(({ code }) => code)).toEqual([0, 0, 0]);
    const { out } = await keystead(["tenancy", "list"], env);
    for (const shown of [id, "One", "Two", "Three"]) expect(out).toContain(shown);
  });

  test("stops the database, even after a command that is terminated halfway", async () => {
    const { folder, stop } = await connectOrStart({ dataFolder });
    await stop();
    const pidFile = join(folder, "data/postmaster.pid");
    expect(existsSync(pidFile)).toBe(false);
    const child = spawn(process.execPath, ["scripts/keystead.mjs", "tenancy", "list"], {
      env: environmentOf(env) as NodeJS.ProcessEnv,
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    await until("its database starts", () => (existsSync(pidFile) ? true : null));
    child.kill("SIGTERM");
    // The command may have finished before the signal.
    expect([0, 143]).toContain(await ended);
    expect(existsSync(pidFile)).toBe(false);
    expect((await keystead(["tenancy", "list"], env)).code).toBe(0);
    expect(existsSync(pidFile)).toBe(false);
  });
});
