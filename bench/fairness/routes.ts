// What a flood of each route costs a sign-in, compared with the same flood of /healthz. The routes come
// from the route table, so that none is forgotten.
import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "@/bench/quantile";
import { methodNames } from "@/lib/http/endpoint/route-module";
import { routes } from "@/server/routes.generated";
import type { Call } from "./client";
import type { Scene } from "./measure-flood";
import { measureNeighbour } from "./neighbour";
import { line, verdict } from "./report";
import type { Tenant } from "./tenant";

/** How much more than /healthz a flood may slow the median sign-in. */
const allowedRatio = 1.5;

/** The time until all connections of a flood are busy. */
const buildUpMs = 500;
const reference = { method: "GET", path: "/healthz" } as const;

/** Pages without a session, which the route table doesn't have. */
const pagesOf = ({ id }: Tenant): string[] => [
  "/",
  "/docs",
  "/docs/no-such-page",
  "/console/sign-in",
  "/console/no-such-page",
  `/auth/${id}/sign-in`,
  "/auth/no-such-tenancy/sign-in",
  "/auth/assets/no-such-file",
];

const fill = (path: string, { id }: Tenant) =>
  path
    .replace("[tenancyId]", id)
    .replace(/\[\[\.\.\.\w+\]\]/g, "no/such")
    .replace(/\[\w+\]/g, "no-such");

/** What a stranger can send: each declared method of each route, else GET, and each page. */
function listCalls(tenant: Tenant): Call[] {
  const headers = { origin: tenant.origin };
  const ofRoutes = routes.flatMap(({ path, module }) => {
    const declared = methodNames.filter((method) => "declaration" in module[method]);
    return (declared.length > 0 ? declared : (["GET"] as const)).map((method): Call => {
      const call = { method, path: fill(path, tenant), headers };
      return method === "GET" || method === "DELETE" ? call : { ...call, body: {} };
    });
  });
  const ofPages = pagesOf(tenant).map((path): Call => ({ method: "GET", path, headers }));
  return [...ofRoutes, ...ofPages];
}

/** The median sign-in under a flood of a call by one address, in milliseconds. */
async function medianUnder(
  { flooding, neighbour, client, flooder, port, connections, seconds }: Scene,
  call: Call,
): Promise<number> {
  const headers = { ...call.headers, "x-forwarded-for": "203.0.113.9" };
  const end = await flooder.begin({
    name: "route",
    tenant: flooding,
    port,
    connections,
    call: { ...call, headers },
  });
  await pause(buildUpMs);
  const { medianMs } = await measureNeighbour(neighbour, client, { caller: "signIn", seconds });
  await end();
  return medianMs;
}

interface RouteFlood {
  name: string;
  /** Of each run: the median sign-in by that under a flood of /healthz. */
  ratios: number[];
}

/** Floods every route and page, several times over. */
export async function measureRoutes(scene: Scene, runs: number): Promise<RouteFlood[]> {
  const calls = listCalls(scene.flooding);
  const results = calls.map(({ method, path }): RouteFlood => ({
    name: `${method} ${path.replace(scene.flooding.id, "{tenancyId}")}`,
    ratios: [],
  }));
  for (let run = 0; run < runs; run++) {
    for (const [index, call] of calls.entries()) {
      // Each time anew, because a machine's speed changes.
      const referenceMs = await medianUnder(scene, reference);
      const ratio = (await medianUnder(scene, call)) / referenceMs;
      results[index]?.ratios.push(ratio);
      process.stderr.write(`${results[index]?.name}: ${ratio.toFixed(2)} of /healthz\n`);
    }
  }
  return results;
}

/** The median of the runs' ratios. */
const ratioOf = ({ ratios }: RouteFlood): number =>
  quantile(
    [...ratios].sort((a, b) => a - b),
    0.5,
  );

const routeHead = ["flood", "sign-in by /healthz", "each run", "verdict"];

/** A table of what a flood of each route costs a sign-in, the most costly first. */
export function printRoutes(floods: RouteFlood[]): void {
  const rows = floods
    .map((flood) => ({ ...flood, ratio: ratioOf(flood) }))
    .sort((a, b) => b.ratio - a.ratio);
  const cells = rows.map(({ name, ratio, ratios }) => [
    name,
    ratio.toFixed(2),
    ratios.map((each) => each.toFixed(2)).join(", "),
    verdict(ratio <= allowedRatio),
  ]);
  const passing = rows.filter(({ ratio }) => ratio <= allowedRatio).length;
  process.stdout.write(
    [
      "",
      line(routeHead),
      line(routeHead.map(() => "---")),
      ...cells.map(line),
      "",
      `${passing} of ${rows.length} pass (at most ${allowedRatio} of what a flood of /healthz costs)`,
      "",
    ].join("\n"),
  );
}
