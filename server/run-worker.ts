import { type RunningConfig, setConfig } from "@/lib/config";
import { tracingStarted } from "@/lib/platform/tracing/tracing";
import { startBackgroundWork } from "@/lib/service/background-work";
import { closeService, getService } from "@/lib/service/service";
import { createDrain } from "./drain";
import { createHandle } from "./handle";
import { listen } from "./listen";
import type { ToPrimary, ToWorker } from "./worker-messages";

/** Resolves when the primary process has received the message. */
const send = (message: ToPrimary): Promise<void> =>
  new Promise((resolve) => void process.send?.(message, undefined, {}, () => resolve()));

/** Runs the service in one of several processes, which share the port. */
export async function runWorker(): Promise<void> {
  const texts = new Map<number, (text: string) => void>();
  let asked = 0;
  const started = new Promise<RunningConfig>((resolve) =>
    process.on("message", (message: ToWorker) => {
      if (message.kind === "start") resolve(message.config);
    }),
  );
  process.on("message", (message: ToWorker) => {
    if (message.kind === "metricsText") texts.get(message.id)?.(message.text);
    if (message.kind === "countMetrics")
      void getService()
        .metrics.snapshot()
        .then((metrics) => send({ kind: "metricsCounted", id: message.id, metrics }));
  });
  // A terminal sends these to every process. The primary process decides what happens.
  process.on("SIGINT", () => undefined).on("SIGHUP", () => undefined);
  await send({ kind: "loaded" });
  const config = await started;
  setConfig(config);
  const { metrics, knownTenancies } = getService();
  await tracingStarted();
  metrics.renderWith(async () => {
    const id = ++asked;
    await send({ kind: "requestMetrics", id });
    return new Promise<string>((resolve) => texts.set(id, resolve)).finally(() => texts.delete(id));
  });
  await knownTenancies.start();
  const drain = createDrain(createHandle(config), config, () => getService().followers.stop());
  const stopBackgroundWork = startBackgroundWork();
  const servers = await listen(config, drain.handle);
  let stopping: Promise<void> | undefined;
  const stop = async (isReplaced: boolean) => {
    await drain.run(servers, { isReplaced });
    await stopBackgroundWork();
    await closeService();
    await send({ kind: "lastMetrics", metrics: await metrics.snapshot() });
    process.exit(0);
  };
  process.on("SIGTERM", () => void (stopping ??= stop(false)));
  process.on("message", ({ kind }: ToWorker) => {
    if (kind === "replace") stopping ??= stop(true);
  });
  await send({ kind: "ready" });
}
