import { setTimeout as pause } from "node:timers/promises";
import type { Cluster } from "./cluster";
import type { ClusterNode } from "./node";

/** A way to lose the primary. The cluster recovers by itself; `repair` brings the node back. */
export interface Failover {
  name: string;
  /** Until both instances write again. */
  limitSeconds: number;
  inject(cluster: Cluster, primary: ClusterNode): Promise<void>;
  repair(primary: ClusterNode): void;
}

export const switchOver: Failover = {
  name: "planned switchover",
  limitSeconds: 5,
  inject: (cluster) => cluster.switchOver(),
  repair: () => undefined,
};

/** Patroni starts PostgreSQL again, as a standby. */
export const killPrimary: Failover = {
  name: "kill -9 the primary",
  limitSeconds: 15,
  inject: async (_, primary) => primary.killPostgres(),
  repair: () => undefined,
};

export const freezePrimary: Failover = {
  name: "SIGSTOP the primary's machine",
  limitSeconds: 40,
  inject: async (_, primary) => primary.suspend(),
  repair: (primary) => primary.resume(),
};

export const cutPrimary: Failover = {
  name: "cut the primary's links",
  limitSeconds: 40,
  inject: async (_, primary) => primary.cut(),
  repair: (primary) => primary.restore(),
};

const frozenMs = 2_000;

/** Loses what the standbys lack, unless commits wait for one of them. */
export const killAheadOfStandbys: Failover = {
  name: "stop replication for 2 s, then kill -9 the primary",
  limitSeconds: killPrimary.limitSeconds + frozenMs / 1_000,
  async inject(_, primary) {
    primary.cutReplication();
    await pause(frozenMs);
    primary.killPostgres();
  },
  repair: (primary) => primary.restore(),
};
