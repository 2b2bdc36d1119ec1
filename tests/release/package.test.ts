import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOtlpReceiver } from "@/testing/otlp-receiver";
import {
  environmentOf,
  makeDataFolder,
  removeServer,
  type ServerProcess,
  startServer,
} from "@/testing/server-process";
import { until } from "@/testing/until";

const run = promisify(execFile);
const mebibyte = 2 ** 20;
/** A folder with nothing but the installed package. */
const folder = makeDataFolder();
const installed = join(folder, "node_modules/keystead");
const program = join(installed, "keystead.mjs");

beforeAll(async () => {
  const { stdout } = await run(process.execPath, ["scripts/package.mjs", folder]);
  const tarball = join(folder, stdout.trim());
  await writeFile(join(folder, "package.json"), "{}");
  // Its dependencies have an install script, which the package must not need.
  await run("npm", ["install", "--prefer-offline", "--ignore-scripts", "--no-audit", tarball], {
    cwd: folder,
  });
});
afterAll(() => rm(folder, { recursive: true }));

const keystead = (args: string[], env: Record<string, string>) =>
  run(process.execPath, [program, ...args], {
    cwd: folder,
    env: environmentOf(env) as NodeJS.ProcessEnv,
  });

async function sizeOf(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("has at most 66 MB, without sources, source maps and compilers", async () => {
  expect(await sizeOf(installed)).toBeLessThan(66 * mebibyte);
  const files = await readdir(installed, { recursive: true });
  const needless =
    /^(app|lib|cli|tests|e2e)\/|\.map$|^node_modules\/(@img|sharp|typescript|@next\/swc|next\/dist\/(docs|compiled\/(babel|webpack)\/bundle))/;
  expect(files.filter((file) => needless.test(file))).toEqual([]);
});

test("lists the packages that it contains, with their licenses", async () => {
  const bill = JSON.parse(await readFile(join(installed, "sbom.cdx.json"), "utf8")) as {
    bomFormat: string;
    components: { purl: string; licenses: unknown[] }[];
  };
  expect(bill.bomFormat).toBe("CycloneDX");
  const listed = bill.components.map(({ purl }) => decodeURIComponent(purl));
  const { bundleDependencies } = JSON.parse(
    await readFile(join(installed, "package.json"), "utf8"),
  ) as { bundleDependencies: string[] };
  const aliases = /-[0-9a-f]{16}$/;
  const contained = bundleDependencies.filter((name) => !aliases.test(name));
  expect(contained.length).toBeGreaterThan(20);
  for (const name of [...contained, "recharts", "zod"])
    expect(
      listed.some((purl) => purl.startsWith(`pkg:npm/${name}@`)),
      name,
    ).toBe(true);
  expect(bill.components.filter(({ licenses }) => (licenses?.length ?? 0) === 0)).toEqual([]);
});

test("stops with npx, which signals only its shell", async () => {
  const shell = ["-c", `"${process.execPath}" "${program}" & wait`];
  const server = await startServer({
    program: "/bin/sh",
    args: shell,
    env: { npm_lifecycle_event: "npx" },
  });
  try {
    await server.ready();
    const cluster = join(server.clusterFolder() ?? "", "data/postmaster.pid");
    expect(existsSync(cluster)).toBe(true);
    server.child.kill("SIGTERM");
    await until("the database has stopped", () => (existsSync(cluster) ? null : true));
  } finally {
    await removeServer(server);
  }
});

test("runs in the current folder: service, pages, traces, and commands beside it", async () => {
  const collector = await startOtlpReceiver();
  let server: ServerProcess | undefined;
  try {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    server = await startServer({ args: [program], env });
    await server.ready();
    for (const path of ["/", "/docs", "/docs/api/users", "/console/set-up", "/client/v2.js"])
      expect((await fetch(server.url + path)).status, path).toBe(200);
    expect((await fetch(`${server.url}/no-such-page`)).status).toBe(404);
    expect(server.output()).toMatch(/Starting the database … \d+\.\d s\n/);
    const { tenancyId, apiKey } = await server.demo();
    const passkeys = await fetch(`${server.url}/v2/${tenancyId}/passkeys`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(passkeys.status).toBe(200);
    const { stdout } = await keystead(["tenancy", "list"], { KEYSTEAD_DATA: server.dataFolder });
    expect(stdout).toContain(tenancyId);
    expect(existsSync(join(folder, ".keystead"))).toBe(false);
  } finally {
    if (server !== undefined) await removeServer(server);
    await collector.close();
  }
  expect(collector.spans.map(({ name }) => name)).toContain("listPasskeys");
});
