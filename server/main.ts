import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { readProcessConfig } from "@/lib/config";
import { fail } from "./fail";
import { runAlone } from "./run-alone";
import { runPrimary } from "./run-primary";
import { runWorker } from "./run-worker";

async function start(): Promise<void> {
  if (cluster.isWorker) return runWorker();
  const config = readProcessConfig(fileURLToPath(new URL("..", import.meta.url)));
  return config.workers > 1 ? runPrimary(config) : runAlone(config);
}

start().catch(fail);
