import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { childEnvironment } from "@/lib/config";

const folder = mkdtempSync(join(tmpdir(), "keystead-install-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("under NODE_ENV=production, npm also installs what the build needs", () => {
  const writeManifest = (at: string, manifest: object) => {
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, "package.json"), JSON.stringify(manifest));
  };
  writeManifest(join(folder, "tool"), { name: "tool", version: "1.0.0" });
  writeManifest(folder, { name: "source", private: true, devDependencies: { tool: "file:tool" } });
  copyFileSync(".npmrc", join(folder, ".npmrc"));
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund"], {
    cwd: folder,
    env: { ...childEnvironment(), NODE_ENV: "production" },
    stdio: "pipe",
  });
  expect(existsSync(join(folder, "node_modules/tool/package.json"))).toBe(true);
});
