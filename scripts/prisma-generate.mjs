// Runs `prisma generate` offline. Prisma downloads a schema engine that this command does not use,
// so a no-op program replaces it.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const schema = join(root, "prisma/schema.prisma");
const client = join(root, "prisma/generated/client.ts");

export function generatePrismaClient() {
  if (existsSync(client) && statSync(client).mtimeMs > statSync(schema).mtimeMs) return;
  const folder = mkdtempSync(join(tmpdir(), "keystead-engine-"));
  try {
    const engine = join(folder, process.platform === "win32" ? "engine.cmd" : "engine");
    writeFileSync(engine, process.platform === "win32" ? "@exit /b 0\r\n" : "#!/bin/sh\nexit 0\n");
    chmodSync(engine, 0o755);
    const prisma = join(
      dirname(createRequire(import.meta.url).resolve("prisma/package.json")),
      "build/index.js",
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, [prisma, "generate"], {
      cwd: root,
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: engine,
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      },
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`prisma generate failed:\n${stdout}${stderr}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) generatePrismaClient();
