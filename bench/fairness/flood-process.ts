// start-flood.ts starts this as a separate process, so that the flood's work doesn't delay the
// neighbour's measurements.
import { setTimeout as pause } from "node:timers/promises";
import { type Call, createClient } from "./client";
import { floods } from "./floods";
import type { Tenant } from "./tenant";

/** What to flood. */
export interface Flood {
  name: string;
  tenant: Tenant;
  port: number;
  connections: number;
  /** What to send. Default: what the flood of that name sends. */
  call?: Call;
}

/** Starts a flood, or stops the running one. */
export type Order = Flood | "end";

/** The number of replies by status, sent when a flood has stopped. */
export type Tally = Record<string, number>;

/** The pause after a broken connection, as while a server starts. */
const brokenMs = 20;

let end: () => void = () => undefined;

async function flood({ name, tenant, port, connections, call }: Flood): Promise<Tally> {
  const client = createClient(port, connections);
  const send = call === undefined ? await floods[name]?.(tenant, client) : () => client(call);
  if (send === undefined) throw new Error(`there is no flood called ${name}`);
  const tally: Tally = {};
  let isOver = false;
  end = () => (isOver = true);
  process.send?.({ began: true });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!isOver) {
        const status = await send().then(
          (answer) => String(answer.status),
          () => "broken",
        );
        tally[status] = (tally[status] ?? 0) + 1;
        if (status === "broken") await pause(brokenMs);
      }
    }),
  );
  client.close();
  return tally;
}

process.on("message", (order: Order) => {
  if (order === "end") return end();
  void flood(order).then((tally) => process.send?.({ tally }));
});
process.once("disconnect", () => process.exit());
