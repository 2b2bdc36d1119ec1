// `npm run bench:footprint`: the memory of the built server, and the time from its start on
// existing data to its first answer. Node's options come from `npm start`; arguments replace them and
// the program. Linux only. Waits for two minutes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { markdownTable } from "@/bench/markdown-table";
import { removeServer, type ServerProcess, startServer } from "@/testing/server-process";
import { residentMegabytes } from "./resident-memory";

const idleMs = 60_000;
const starts = 3;

const { scripts } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
) as { scripts: { start: string } };
const given = process.argv.slice(2);
const args = given.length > 0 ? given : scripts.start.split(" ").slice(1);

const memoryOf = ({ child: { pid } }: ServerProcess) => `${Math.round(residentMegabytes(pid))} MB`;

const cpuSeconds = ({ child: { pid } }: ServerProcess) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** Sends a GET request, and returns its time in milliseconds. */
async function get(url: string, headers: Record<string, string> = {}): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (response.status >= 400) throw new Error(`${url} returned ${response.status}`);
  return performance.now() - startedAt;
}

const callApi = async (server: ServerProcess) => {
  const { tenancyId, apiKey } = await server.demo();
  await get(`${server.url}/v2/${tenancyId}/passkeys`, { authorization: `Bearer ${apiKey}` });
};

/** Starts on the data of an earlier start, if any, and waits for the first answer of /readyz. */
async function start(dataFolder?: string) {
  const startedAt = performance.now();
  const server = await startServer({ args, ...(dataFolder === undefined ? {} : { dataFolder }) });
  await server.ready();
  return { server, ms: performance.now() - startedAt, cpu: cpuSeconds(server) };
}

const rows: string[][] = [];
let { server } = await start();
try {
  const times = [];
  for (let index = 0; index < starts; index++) {
    await server.exit("SIGTERM");
    const next = await start(server.dataFolder);
    ({ server } = next);
    times.push(`${(next.ms / 1_000).toFixed(2)} s (${next.cpu.toFixed(2)} s CPU)`);
  }
  rows.push(["second start to first answer", times.join(", ")]);
  rows.push(["started", memoryOf(server)]);
  await callApi(server);
  await pause(idleMs);
  rows.push(["one API call, then idle for a minute", memoryOf(server)]);
  rows.push(["first page", `${((await get(`${server.url}/`)) / 1_000).toFixed(2)} s`]);
  await get(`${server.url}/console`);
  rows.push(["two pages", memoryOf(server)]);
  await pause(idleMs);
  rows.push(["idle for a minute", memoryOf(server)]);
} finally {
  await removeServer(server);
}
process.stdout.write(markdownTable(["measure", "result"], rows));
