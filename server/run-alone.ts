import type { Config } from "@/lib/config";
import { systemClock } from "@/lib/platform/clock";
import { type PreparedStart, prepareStart, writeProgress } from "@/lib/platform/prepare-start";
import { tracingStarted } from "@/lib/platform/tracing/tracing";
import { startBackgroundWork } from "@/lib/service/background-work";
import { closeService, getService } from "@/lib/service/service";
import { describeStart } from "./describe-start";
import { createDrain } from "./drain";
import { createHandle, respondStarting } from "./handle";
import { listen } from "./listen";
import { prepareService } from "./prepare-service";
import { stopOnSignal } from "./stop-on-signal";

/** Runs the service in this process. */
export async function runAlone(config: Config): Promise<void> {
  let handle = respondStarting;
  let endWaits = () => undefined as void;
  const drain = createDrain(
    (request, response) => handle(request, response),
    config,
    () => endWaits(),
  );
  const servers = await listen(config, drain.handle);
  let prepared: PreparedStart | undefined;
  let stopBackgroundWork = () => Promise.resolve();
  const stop = async () => {
    await drain.run(servers);
    await stopBackgroundWork();
    await closeService();
    await prepared?.stop();
  };
  try {
    prepared = await prepareStart(
      config,
      writeProgress(systemClock, (text) => process.stdout.write(text)),
    );
    stopOnSignal(stop);
    await prepareService(prepared.config);
    await tracingStarted();
    stopBackgroundWork = startBackgroundWork();
    await getService().knownTenancies.start();
    endWaits = () => getService().followers.stop();
    handle = createHandle(prepared.config);
    process.stdout.write(await describeStart(prepared));
  } catch (error) {
    await stop();
    throw error;
  }
}
