import { setTimeout as pause } from "node:timers/promises";
import type { System } from "@/drill/system";
import type { Fault } from "./fault";

/** Retries are at most a minute apart. */
const deliveryLimitSeconds = 75;

const mailFault = (
  name: string,
  holdMs: number,
  inject: (system: System) => Promise<void>,
): Fault => ({
  name,
  tolerates: {},
  recovers: "deliveries",
  recoveryLimitSeconds: deliveryLimitSeconds,
  inject,
  holdMs,
  repair: ({ mailServer }) => mailServer.accept(),
});

export const refuseMail = mailFault(
  "mail server refuses connections, 15 s",
  15_000,
  ({ mailServer }) => mailServer.refuse(),
);

export const dropMail = mailFault(
  "mail server drops connections, 10 s",
  10_000,
  async ({ mailServer }) => mailServer.drop(),
);

export const delayMail = mailFault(
  "mail server delays each email by 2 s, 15 s",
  15_000,
  async ({ mailServer }) => mailServer.delay(2_000),
);

/** Kills an instance while emails are under way. Its leases expire, and the other one sends again. */
export const killWhileSending: Fault = {
  ...mailFault("kill -9 instance 2 while emails are delayed", 3_000, async (system) => {
    system.mailServer.delay(2_000);
    await pause(2_500);
    await system.instances[1]?.kill();
  }),
  tolerates: { brokenConnections: [1] },
  async repair({ mailServer, instances }) {
    await instances[1]?.start();
    await mailServer.accept();
  },
};
