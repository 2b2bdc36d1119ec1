import { fork } from "node:child_process";
import { join } from "node:path";
import type { Flood, Order, Tally } from "./flood-process";

type Report = { began: true } | { tally: Tally };

export interface Flooder {
  /** Begins a flood. @returns what ends it, once it is about to send */
  begin(flood: Flood): Promise<() => Promise<Tally>>;
  stop(): void;
}

/** Starts the process that sends floods. It shares the load generator's core. */
export function startFlooder(): Flooder {
  const child = fork(join(import.meta.dirname, "flood-process.ts"));
  const send = (order: Order) => child.send(order);
  const nextReport = () =>
    new Promise<Report>((resolve, reject) => {
      const fail = () => reject(new Error("the flood's process ended"));
      child.once("exit", fail);
      child.once("message", (report: Report) => {
        child.off("exit", fail);
        resolve(report);
      });
    });
  return {
    async begin(flood) {
      const began = nextReport();
      send(flood);
      await began;
      return async () => {
        const ended = nextReport();
        send("end");
        const report = await ended;
        return "tally" in report ? report.tally : {};
      };
    },
    stop: () => void child.kill(),
  };
}
