import type pg from "pg";
import type { Prisma } from "@/prisma/generated/client";

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Plan Rows": number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const mostSorted = 1_000;

/**
 * Returns the plan nodes whose cost grows with the table: full scans and large sorts. An incremental
 * sort is none: it reads an index and sorts only equal values. Tables in tests are small, so the
 * planner is told to avoid both; a remaining one has no index.
 */
export async function findCostlyNodes(
  pool: pg.Pool,
  { text, values }: Prisma.Sql,
): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL enable_seqscan = off");
    await client.query("SET LOCAL enable_sort = off");
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      values,
    );
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
    if (plan === undefined) throw new Error("there is no plan");
    return nodesOf(plan)
      .filter(
        (node) =>
          node["Node Type"] === "Seq Scan" ||
          (node["Node Type"] === "Sort" && node["Plan Rows"] > mostSorted),
      )
      .map((node) => `${node["Node Type"]} ${node["Relation Name"] ?? ""}`.trim());
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}
