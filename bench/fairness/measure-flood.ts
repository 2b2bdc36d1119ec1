import { setTimeout as pause } from "node:timers/promises";
import { watchStolenTime } from "@/bench/stolen-time";
import type { Client } from "./client";
import { isDevelopmentFlood, isStrangersFlood, madeUpOptions } from "./floods";
import { type Caller, measureNeighbour } from "./neighbour";
import type { FloodResult } from "./report";
import type { Flooder } from "./start-flood";
import type { Tenants } from "./tenant";

/** The time until all connections of a flood are busy and the server has compiled the endpoint. */
const buildUpMs = 1_500;

/** Who floods, who is measured, and how. */
export interface Scene extends Pick<Tenants, "flooding" | "development" | "neighbour"> {
  client: Client;
  flooder: Flooder;
  port: number;
  connections: number;
  /** Of each measurement. */
  seconds: number;
}

/** Measures a neighbour in quiet, begins a flood, and measures again once `settle` is over. */
async function measureAround(
  { flooding, development, neighbour, client, flooder, port, connections, seconds }: Scene,
  { name, flood, caller }: { name: string; flood: string; caller: Caller },
  settle: () => Promise<void>,
): Promise<FloodResult> {
  const stolenShare = watchStolenTime();
  const measure = () => measureNeighbour(neighbour, client, { caller, seconds });
  const quiet = await measure();
  const tenant = isDevelopmentFlood(flood) ? development : flooding;
  const end = await flooder.begin({ name: flood, tenant, port, connections });
  const beganAt = performance.now();
  await settle();
  const flooded = await measure();
  const floodSeconds = (performance.now() - beganAt) / 1_000;
  return { name, quiet, flooded, tally: await end(), floodSeconds, stolenShare: stolenShare() };
}

/** Measures a neighbour without and with a flood. */
export const measureFlood = (scene: Scene, name: string): Promise<FloodResult> =>
  measureAround(
    scene,
    { name, flood: name, caller: isStrangersFlood(name) ? "visitor" : "backend" },
    () => pause(buildUpMs),
  );

/** Measures a neighbour's visitors after two starts of the server, the second under a flood. */
export async function measureColdStart(
  scene: Scene,
  restart: () => Promise<void>,
): Promise<FloodResult> {
  await restart();
  const name = `${madeUpOptions}, from the start of the server`;
  return measureAround(scene, { name, flood: madeUpOptions, caller: "visitor" }, restart);
}
