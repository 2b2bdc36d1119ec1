import { open } from "node:fs/promises";
import pg from "pg";
import { filledTables } from "./fill-sql";

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: PlanNode[];
}

/** The plans of each statement by its text, by how they read the filled tables. */
export type Plans = Map<string, Map<string, string>>;

const placeOf = (node: PlanNode) => node["Index Name"] ?? node["Relation Name"];

function describe(node: PlanNode, depth = 0): string {
  const place = placeOf(node);
  return [
    `${"  ".repeat(depth)}${node["Node Type"]}${place === undefined ? "" : ` on ${place}`}`,
    ...(node.Plans ?? []).map((inner) => describe(inner, depth + 1)),
  ].join("\n");
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * How a plan reads the filled tables. How it reads tables of a few rows, and how it joins, depends
 * on their sizes and doesn't matter.
 */
const accessesOf = (plan: PlanNode) =>
  nodesOf(plan)
    .filter((node) => filledTables.some((name) => placeOf(node)?.startsWith(name)))
    .filter(({ "Node Type": type }) => /Scan$/.test(type) && type !== "Bitmap Heap Scan")
    .map((node) => `${node["Node Type"]} on ${placeOf(node)}`)
    .toSorted()
    .join(", ");

/** Reads the plans that auto_explain wrote to PostgreSQL's log as JSON. */
export function parseLoggedPlans(log: string): Plans {
  const plans: Plans = new Map();
  for (const [, json = ""] of log.matchAll(/ plan:\n((?:\t.*\n)+)/g)) {
    const logged = JSON.parse(json.replaceAll(/^\t/gm, "")) as {
      "Query Text": string;
      Plan: PlanNode;
    };
    const text = logged["Query Text"].replaceAll(/\s+/g, " ").trim();
    const plan = describe(logged.Plan);
    plans.set(
      text,
      (plans.get(text) ?? new Map<string, string>()).set(accessesOf(logged.Plan), plan),
    );
  }
  return plans;
}

export interface Difference {
  text: string;
  plans: [string[], string[]];
  /** Whether a plan of either reads a whole filled table. */
  scansTable: boolean;
}

/** Finds the statements of both that never read the filled tables in the same way. */
export function findDifferences(first: Plans, second: Plans): Difference[] {
  return [...first].flatMap(([text, plans]) => {
    const others = second.get(text);
    if (others === undefined || [...plans.keys()].some((accesses) => others.has(accesses)))
      return [];
    const scansTable = [...plans.keys(), ...others.keys()].some((accesses) =>
      accesses.includes("Seq Scan"),
    );
    return [{ text, plans: [[...plans.values()], [...others.values()]], scansTable }];
  });
}

/** Has PostgreSQL log the plan of every statement of new connections during the work. */
export async function recordPlans(
  databaseUrl: string,
  logFile: string,
  work: () => Promise<void>,
): Promise<Plans> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const change = async (statements: string[]) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    for (const statement of statements) await client.query(`ALTER DATABASE "${name}" ${statement}`);
    await client.end();
  };
  await change([
    "SET session_preload_libraries = 'auto_explain'",
    "SET auto_explain.log_min_duration = 0",
    "SET auto_explain.log_format = 'json'",
  ]);
  const file = await open(logFile);
  try {
    const { size } = await file.stat();
    await work();
    const end = (await file.stat()).size;
    const { buffer } = await file.read(Buffer.alloc(end - size), 0, end - size, size);
    return parseLoggedPlans(buffer.toString());
  } finally {
    await file.close();
    await change(["RESET ALL"]);
  }
}
