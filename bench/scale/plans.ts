import pg from "pg";
import { type Installation, openService } from "@/bench/targets/installation";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";

interface Statement {
  text: string;
  values: unknown[];
}

/** The part of EXPLAIN's JSON that is printed and checked. */
interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: PlanNode[];
}

export type Act = (ctx: TenancyContext) => Promise<unknown>;

/** Runs an endpoint's work and records its statements. */
async function statementsOf(installation: Installation, act: Act): Promise<Statement[]> {
  const { service, enter, pool, close } = openService(installation);
  const tenancy = await findTenancy(service, installation.tenancyId);
  if (tenancy === null) throw new Error("the tenancy doesn't exist");
  const ctx = enter(tenancy);
  const statements: Statement[] = [];
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const record = (...args: [Statement, unknown[]?, ...unknown[]]) => {
    statements.push({ text: args[0].text, values: args[1] ?? args[0].values });
    return query(...args);
  };
  Object.assign(pool, { query: record });
  await act(ctx);
  await close();
  return statements;
}

function describe(node: PlanNode, depth: number): string[] {
  const where = node["Index Name"] ?? node["Relation Name"];
  return [
    `${"  ".repeat(depth)}${node["Node Type"]}${where === undefined ? "" : ` on ${where}`}: ` +
      `${node["Actual Rows"] ?? 0} rows`,
    ...(node.Plans ?? []).flatMap((inner) => describe(inner, depth + 1)),
  ];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
/** A page, and the row that tells of another one. */
const mostSorted = 101;

/** A scan of a table, or a sort of more than a page. */
const isCostly = ({ "Node Type": type, "Actual Rows": rows = 0 }: PlanNode) =>
  /^(Seq Scan|Parallel|Gather)/.test(type) || (/Sort$/.test(type) && rows > mostSorted);

/** Prints the plan of each statement. Fails if one scans a table or sorts more than a page. */
export async function printPlans(
  installation: Installation,
  acts: Record<string, Act>,
): Promise<void> {
  const client = new pg.Client({ connectionString: installation.databaseUrl });
  await client.connect();
  try {
    for (const [name, act] of Object.entries(acts)) {
      process.stdout.write(`\n${name}\n`);
      for (const { text, values } of await statementsOf(installation, act)) {
        const { rows } = await client.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
          `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
          values,
        );
        const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
        if (plan === undefined) throw new Error(`no plan: ${text}`);
        process.stdout.write(
          [
            ...describe(plan, 1),
            `  (${(plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0)} pages of 8 KiB)`,
            "",
          ].join("\n"),
        );
        const bad = nodesOf(plan).find(isCostly);
        if (bad !== undefined)
          throw new Error(`${name}: ${bad["Node Type"]} in the plan of\n${text}`);
      }
    }
  } finally {
    await client.end();
  }
}
