import { setTimeout as pause } from "node:timers/promises";
import { runCommand } from "./install-release";
import type { Served } from "./proxy";
import { thisRelease } from "./release";
import type { ServerName, UpgradeSystem } from "./upgrade-system";

/** A part of the upgrade under load. */
export interface Phase {
  name: string;
  startedAt: number;
  endedAt: number;
  /** The servers that HAProxy used when the phase ended. */
  used: ServerName[];
  /** What HAProxy counted of each server meanwhile. */
  served: Map<string, Served>;
}

const nothing: Served = { answered: 0, failed: 0, redispatched: 0 };

interface Step {
  name: string;
  /** Changes what runs before the phase. */
  change(system: UpgradeSystem): Promise<void>;
  used: ServerName[];
}

/** Starts an instance beside the one that it replaces, and stops that one once it is idle. */
const replace = (former: ServerName, next: ServerName) => async (system: UpgradeSystem) => {
  const { instances, proxy } = system;
  await instances[next].start();
  await proxy.use(next);
  await proxy.drain(former);
};

const stop = async ({ instances }: UpgradeSystem, name: ServerName) => {
  const code = await instances[name].stop();
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
};

const steps: Step[] = [
  {
    name: "previous release",
    async change({ instances, proxy }) {
      for (const name of ["old1", "old2"] as const) {
        await instances[name].start();
        await proxy.use(name);
      }
    },
    used: ["old1", "old2"],
  },
  {
    name: "migrated",
    change: async ({ env }) => void (await runCommand(thisRelease, env, ["migrate"])),
    used: ["old1", "old2"],
  },
  { name: "first instance replaced", change: replace("old1", "new1"), used: ["old2", "new1"] },
  {
    name: "rolled back",
    async change(system) {
      const { instances, proxy, previous } = system;
      // The drained instance still runs. Its release may also be able to start on the new schema.
      if (previous.acceptsNewer) {
        await stop(system, "old1");
        await instances.old1.start();
      }
      await proxy.use("old1");
      await proxy.drain("new1");
      await stop(system, "new1");
    },
    used: ["old1", "old2"],
  },
  { name: "replaced again", change: replace("old1", "new1"), used: ["old2", "new1"] },
  { name: "both replaced", change: replace("old2", "new2"), used: ["new1", "new2"] },
];

/**
 * Runs the upgrade, each phase for some time.
 * @param begin called once the first instances run
 */
export async function runPhases(
  system: UpgradeSystem,
  {
    phaseMs,
    begin,
    announce,
  }: {
    phaseMs: number;
    begin(): void;
    announce(name: string): void;
  },
): Promise<Phase[]> {
  const phases: Phase[] = [];
  for (const { name, change, used } of steps) {
    announce(name);
    const before = await system.proxy.read();
    const startedAt = performance.now();
    await change(system);
    if (phases.length === 0) begin();
    await pause(phaseMs);
    const served = new Map(
      [...(await system.proxy.read())].map(([server, counts]) => {
        const then = before.get(server) ?? nothing;
        return [
          server,
          {
            answered: counts.answered - then.answered,
            failed: counts.failed - then.failed,
            redispatched: counts.redispatched - then.redispatched,
          },
        ];
      }),
    );
    phases.push({ name, startedAt, endedAt: performance.now(), used, served });
  }
  for (const name of ["old1", "old2"] as const) await stop(system, name);
  return phases;
}
