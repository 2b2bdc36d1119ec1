import type { System } from "@/drill/system";
import type { Fault } from "./fault";

export const startLimitSeconds = 20;

const instanceOf = ({ instances }: System, index: number) => {
  const instance = instances[index];
  if (instance === undefined) throw new Error(`there is no instance ${index}`);
  return instance;
};

/** `kill -9` of one instance, which starts again on the same port. */
export const killInstance = (index: number): Fault => ({
  name: `kill -9 instance ${index + 1}`,
  tolerates: { brokenConnections: [index] },
  recovers: "requests",
  recoveryLimitSeconds: startLimitSeconds,
  inject: (system) => instanceOf(system, index).kill(),
  holdMs: 3_000,
  repair: (system) => instanceOf(system, index).start(),
});

/** SIGTERM and a new start, one instance after the other. No request may fail. */
export const rollingRestart: Fault = {
  name: "rolling restart (SIGTERM)",
  tolerates: {},
  recovers: "requests",
  recoveryLimitSeconds: startLimitSeconds,
  async inject({ instances }) {
    for (const instance of instances) {
      const code = await instance.stop();
      if (code !== 0) throw new Error(`an instance ended with ${code} after SIGTERM`);
      await instance.start();
    }
  },
  holdMs: 0,
  repair: () => Promise.resolve(),
};

/** Kills both instances and the database at once. */
export const killEverything: Fault = {
  name: "kill -9 everything",
  tolerates: { unavailable: true, brokenConnections: [0, 1] },
  losesCeremonies: true,
  recovers: "deliveries",
  recoveryLimitSeconds: 60,
  async inject({ instances, database }) {
    await Promise.all([database.crash(), ...instances.map((instance) => instance.kill())]);
  },
  holdMs: 2_000,
  async repair({ instances, database }) {
    await database.restart();
    await Promise.all(instances.map((instance) => instance.start()));
  },
};
