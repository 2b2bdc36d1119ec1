// `npm run dev`: the database of the configuration, migrated and seeded, and Next with hot reload.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { readProcessConfig } from "@/lib/config";
import { createSetUpLink } from "@/lib/domain/admin/operator/session/operator-link";
import { systemContext } from "@/lib/domain/admin/operator/system-tenancy";
import { prepareStart } from "@/lib/platform/prepare-start";
import { startBackgroundWork } from "@/lib/service/background-work";
import { closeService, getService } from "@/lib/service/service";
import { seed } from "@/prisma/seed";
import { watchDerived } from "./watch-derived.mjs";

const prepared = await prepareStart(readProcessConfig()).catch((error: unknown) => {
  process.stderr.write(`keystead: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
await seed(getService(), prepared.config);
const stopBackgroundWork = startBackgroundWork();
const setUp = await createSetUpLink(
  await systemContext(getService(), { requestId: getService().createId(), client: {} }),
);
if (setUp !== null) process.stdout.write(`Create the first console owner at ${setUp.link}\n`);
process.stdout.write(`Data is in ${prepared.dataLocation}\n`);

const { port, databaseUrl, secret, mode } = prepared.config;
const stopWatching = watchDerived();
const next = spawn(
  process.execPath,
  [
    createRequire(import.meta.url).resolve("next/dist/bin/next"),
    "dev",
    "-p",
    String(port),
    "-H",
    "127.0.0.1",
  ],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      KEYSTEAD_SECRET: secret,
      // A DATABASE_URL alone would mean production.
      KEYSTEAD_MODE: mode,
      NEXT_TELEMETRY_DISABLED: "1",
    },
  },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => next.kill(signal));
next.once("exit", (code) => {
  stopWatching();
  void stopBackgroundWork()
    .then(() => closeService())
    .then(() => prepared.stop())
    .then(() => process.exit(code ?? 0));
});
