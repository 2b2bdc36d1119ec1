import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import { childEnvironment, type Config, type RunningConfig } from "@/lib/config";
import { StartupError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { systemClock } from "@/lib/platform/clock";
import { createLogger } from "@/lib/platform/log";
import { type MetricsSnapshot, renderSum, sumCounts } from "@/lib/platform/metrics";
import { type PreparedStart, prepareStart, writeProgress } from "@/lib/platform/prepare-start";
import { closeService } from "@/lib/service/service";
import { describeStart } from "./describe-start";
import { createDrain } from "./drain";
import { respondStarting } from "./handle";
import { listen } from "./listen";
import { prepareService } from "./prepare-service";
import { stopOnSignal } from "./stop-on-signal";
import type { ToPrimary, ToWorker } from "./worker-messages";

const send = (worker: Worker, message: ToWorker) => void worker.send(message);

let asked = 0;

/** Asks a worker for its metrics. Without a reply in time, they are missing from this sum. */
function countMetrics(worker: Worker): Promise<MetricsSnapshot> {
  const id = ++asked;
  return new Promise((resolve) => {
    const finish = (metrics: MetricsSnapshot) => {
      clearTimeout(timer);
      worker.off("message", onMessage);
      resolve(metrics);
    };
    const onMessage = (message: ToPrimary) => {
      if (message.kind === "metricsCounted" && message.id === id) finish(message.metrics);
    };
    const timer = setTimeout(() => finish([]), limits.workerMetricsMs);
    worker.on("message", onMessage);
    send(worker, { kind: "countMetrics", id });
  });
}

/** Answers a worker's scrape with the sum of all workers, of those that ended too. */
function collectMetrics(): void {
  let ended: Promise<MetricsSnapshot> = Promise.resolve([]);
  cluster.on("message", (worker, message: ToPrimary) => {
    if (message.kind === "lastMetrics")
      ended = ended.then((counted) => sumCounts([counted, message.metrics]));
    if (message.kind !== "requestMetrics") return;
    const running = Object.values(cluster.workers ?? {}).filter((one) => one !== undefined);
    void Promise.all([ended, ...running.map(countMetrics)])
      .then(renderSum)
      .then((text) => send(worker, { kind: "metricsText", id: message.id, text }));
  });
}

/** All workers, those included that are starting or stopping. */
const allWorkers = (): Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

const exitOf = (worker: Worker): Promise<void> =>
  new Promise((resolve) => (worker.isDead() ? resolve() : worker.once("exit", () => resolve())));

/** Starts a worker. Resolves when it serves requests; undefined if it ended before. */
function startWorker(config: RunningConfig): Promise<Worker | undefined> {
  const worker = cluster.fork(childEnvironment());
  return new Promise((resolve) => {
    worker.once("exit", () => resolve(undefined));
    worker.on("message", ({ kind }: ToPrimary) => {
      if (kind === "loaded") worker.send({ kind: "start", config } satisfies ToWorker);
      if (kind === "ready") resolve(worker);
    });
  });
}

/** Lets a worker finish its requests and end. */
async function stopWorker(worker: Worker): Promise<void> {
  worker.process.kill("SIGTERM");
  await exitOf(worker);
}

/** The same while another worker serves its port, so that /readyz keeps succeeding. */
async function stopReplaced(worker: Worker): Promise<void> {
  // Fails if the worker has just ended by itself.
  worker.send({ kind: "replace" } satisfies ToWorker, () => undefined);
  await exitOf(worker);
}

/** The running workers. One that ends by itself is replaced. */
function createWorkers(config: RunningConfig) {
  const log = createLogger();
  const running = new Set<Worker>();
  let isStopping = false;
  const keepOne = async (): Promise<boolean> => {
    const worker = await startWorker(config);
    if (worker === undefined) return false;
    running.add(worker);
    log.info({ event: "worker.started", pid: worker.process.pid }, "worker started");
    void exitOf(worker).then(() => void (running.delete(worker) && replaceLost(worker)));
    return true;
  };
  const replaceLost = (lost?: Worker): void => {
    if (isStopping) return;
    const { pid, exitCode: code, signalCode: signal } = lost?.process ?? {};
    log.error({ event: "worker.lost", pid, code, signal }, "worker ended; starting another");
    void keepOne().then((isRunning) => {
      if (!isRunning) setTimeout(replaceLost, limits.workerRestartMs);
    });
  };
  return {
    /** @throws StartupError if a worker cannot start */
    async start() {
      const started = await Promise.all(Array.from({ length: config.workers }, keepOne));
      if (started.includes(false)) throw new StartupError("A worker process did not start.");
    },
    /** Starts a new worker for each old one, one after the other. */
    async replace() {
      for (const worker of [...running]) {
        if (isStopping) return;
        if (!(await keepOne())) {
          log.error({ event: "worker.replace_failed" }, "worker did not start; keeping the others");
          return;
        }
        if (running.delete(worker)) await stopReplaced(worker);
      }
      log.info({ event: "worker.replaced" }, "all workers replaced");
    },
    async stop() {
      isStopping = true;
      await Promise.all(allWorkers().map(stopWorker));
    },
  };
}

/**
 * Runs the service in several processes on one port. This process prepares the database, adds the
 * workers' metrics up and replaces workers that end.
 */
export async function runPrimary(config: Config): Promise<void> {
  const probe = createDrain(respondStarting, config);
  const servers = await listen(config, probe.handle);
  let prepared: PreparedStart | undefined;
  let workers: ReturnType<typeof createWorkers> | undefined;
  const stop = async () => {
    await workers?.stop();
    await closeService();
    await prepared?.stop();
  };
  const killWorkers = () => allWorkers().forEach((worker) => void worker.process.kill("SIGKILL"));
  try {
    prepared = await prepareStart(
      config,
      writeProgress(systemClock, (text) => process.stdout.write(text)),
    );
    stopOnSignal(stop, killWorkers);
    await prepareService(prepared.config);
    const description = await describeStart(prepared);
    await closeService();
    await probe.run(servers);
    cluster.setupPrimary({ exec: fileURLToPath(import.meta.url) });
    collectMetrics();
    workers = createWorkers(prepared.config);
    await workers.start();
    process.on("SIGHUP", replaceOnHangUp(workers.replace));
    process.stdout.write(description);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** In a terminal, SIGHUP says that it closed. Elsewhere it asks for new workers. */
function replaceOnHangUp(replace: () => Promise<void>): () => void {
  let replacing = Promise.resolve();
  return () => {
    if (process.stdout.isTTY) process.kill(process.pid, "SIGTERM");
    else replacing = replacing.then(replace);
  };
}
