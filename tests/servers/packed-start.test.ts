import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writePackage } from "@/scripts/package/write-package.mjs";
import { makeDataFolder, removeServer, startServer } from "@/testing/server-process";
import { newDatabaseUrl } from "@/testing/worker-database";
import { makeSecret } from "./servers";

const name = `left-${randomUUID()}`;
/** What another build or a running server may leave in the folders of the build. */
const left = [
  `.next/cache/${name}.js`,
  `.next/dev/server/${name}.js`,
  `.next/server/${name}.js`,
  `.next/server/app/${name}.html`,
  `.next/server/chunks/${name}.js`,
  `.next/server/route-cache/${name}/page.html`,
  `.next/static/chunks/${name}.js`,
  `.next/static/${name}/_buildManifest.js`,
  `dist/${name}.mjs`,
];
/** What npm would pack. tests/release packs and installs it, too. */
const folder = makeDataFolder();

beforeAll(async () => {
  try {
    for (const file of left) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, "");
    }
    await writePackage(process.cwd(), folder);
  } finally {
    for (const file of left) await rm(file, { force: true });
    for (const parent of ["route-cache", "../static"])
      await rm(join(".next/server", parent, name), { recursive: true, force: true });
  }
});
afterAll(() => rm(folder, { recursive: true }));

test("only what the last build wrote is packed", async () => {
  const files = await readdir(folder, { recursive: true });
  expect(files).toContain(".next/BUILD_ID");
  expect(files.filter((file) => file.includes(name))).toEqual([]);
});

test("serves the API and pages without the repository", async () => {
  const server = await startServer({
    args: [join(folder, "keystead.mjs")],
    cwd: folder,
    env: {
      KEYSTEAD_MODE: "local",
      DATABASE_URL: await newDatabaseUrl(),
      KEYSTEAD_SECRET: makeSecret(),
    },
  });
  try {
    await server.ready();
    const page = await fetch(`${server.url}/docs`);
    expect(page.status).toBe(200);
    const [script = ""] = /\/_next\/static\/chunks\/[^"]+\.js/.exec(await page.text()) ?? [];
    expect((await fetch(server.url + script)).headers.get("content-type")).toMatch(/javascript/);
  } finally {
    await removeServer(server);
  }
});
