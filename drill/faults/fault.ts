import type { System } from "@/drill/system";

/** What clients may see between the start of a fault and the recovery. */
export interface Tolerance {
  /** 503 with Retry-After. */
  unavailable?: boolean;
  /** Broken connections to these instances. */
  brokenConnections?: readonly number[];
}

export interface Fault {
  name: string;
  tolerates: Tolerance;
  /** Whether unfinished ceremonies may be lost. */
  losesCeremonies?: boolean;
  /** What has to work again: requests through each instance, or also deliveries. */
  recovers: "requests" | "deliveries";
  recoveryLimitSeconds: number;
  inject(system: System): Promise<void>;
  /** How long the fault lasts before it is repaired. */
  holdMs: number;
  repair(system: System): Promise<void>;
}

/** A fault that ended. Times are of performance.now(). */
export interface Episode extends Pick<Fault, "name" | "tolerates" | "recoveryLimitSeconds"> {
  losesCeremonies: boolean;
  startedAt: number;
  /** When the repair began. */
  repairedAt: number;
  /** When requests succeeded again. Failures after that count. */
  answeredAt: number;
  /** Infinity if the system didn't recover in time. */
  recoveredAt: number;
  problem?: string;
}
