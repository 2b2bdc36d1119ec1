import { setTimeout as pause } from "node:timers/promises";
import type { Call, Send } from "@/drill/client";
import type { Journal, Use } from "@/drill/journal";
import type { SoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { random } from "./random";

/** A registered user with a device. One ceremony at a time, so that the counters are in order. */
export interface Person {
  device: SoftwareAuthenticator;
  passkeyId: string;
  address: string;
}

export interface Load {
  send: Send;
  journal: Journal;
  tenancyId: string;
  apiKey: string;
  origin: string;
  /** Registered users who are not signing in now. */
  people: Person[];
  /** Called after each use of a one-time value. */
  onUse?: (presented: Presented) => void;
}

/** A use of a one-time value, with what presents the value again. */
export interface Presented {
  use: Use;
  call: Call;
  /** The error tag of a used value. */
  refusal: string;
}

export type Flow = (load: Load) => Promise<void>;

export const asBackend = ({ apiKey }: Pick<Load, "apiKey">) => ({
  authorization: `Bearer ${apiKey}`,
});

/** The headers of a browser behind a trusted proxy. */
export const asBrowser = ({ origin }: Load, address: string) => ({
  origin,
  "x-forwarded-for": address,
});

export interface RunningLoad {
  /** Starts this many flows at once, in addition. */
  addCrowd(count: number): void;
  /** Starts no more flows, and resolves when the running ones have ended. */
  stop(): Promise<void>;
}

/**
 * Starts flows at random moments, without waiting for earlier ones (an open loop).
 * @param atMost starts none while so many run, so that a slow machine takes longer instead of refusing
 */
export function startLoad(
  flowsPerSecond: number,
  next: () => Promise<void>,
  atMost = Infinity,
): RunningLoad {
  const running = new Set<Promise<void>>();
  let isStopped = false;
  const begin = () => {
    const flow = next().finally(() => running.delete(flow));
    running.add(flow);
  };
  const run = async () => {
    let dueAt = performance.now();
    while (!isStopped) {
      dueAt -= (Math.log(1 - random()) * 1_000) / flowsPerSecond;
      const waitMs = dueAt - performance.now();
      if (waitMs > 0) await pause(waitMs);
      if (running.size < atMost) begin();
    }
  };
  const loop = run();
  return {
    addCrowd(count) {
      for (let index = 0; index < count; index++) begin();
    },
    async stop() {
      isStopped = true;
      await loop;
      await Promise.all(running);
    },
  };
}
