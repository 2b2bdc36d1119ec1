// Do sealing and purging keep up with the sign-ins that cause them? See bench/README.md.
import pg from "pg";
import { cell, markdownTable } from "@/bench/markdown-table";
import { type Installation, openService } from "@/bench/targets/installation";
import { purgeExpiredTokens } from "@/lib/domain/access/one-time-token/issue-token";
import { purgeEndedWindows } from "@/lib/domain/access/rate-limit/count-towards";
import type { Service } from "@/lib/domain/base/context";
import { sealAndCount } from "@/lib/domain/record/counter/seal-and-count";
import { createFunctions } from "./fill-sql";

const signInsPerSecond = 300;

interface Task {
  name: string;
  /** Rows that a sign-in from a new address leaves behind. */
  perSignIn: number;
  /** Creates a backlog. $1 the tenancy, $2 the number of rows. */
  backlog: string;
  run: (service: Service) => Promise<number>;
}

const tasks: Task[] = [
  {
    name: "audit events sealed",
    perSignIn: 1,
    backlog: `
      INSERT INTO "AuditEvent" ("tenancyId", "id", "action", "actorKind", "targetKind", "targetId",
        "requestId", "createdAt")
      SELECT $1, pg_temp.id_at((extract(epoch FROM now()) * 1000)::bigint, 'backlog ' || n),
        'passkey.authenticated', 'browser', 'passkey', md5(n::text), md5(n::text), now()
      FROM generate_series(1, $2::int) n`,
    run: async (service) => (await sealAndCount(service))?.events ?? 0,
  },
  {
    name: "expired tokens purged",
    perSignIn: 2,
    backlog: `
      INSERT INTO "OneTimeToken" ("tenancyId", "hash", "kind", "payload", "createdAt", "expiresAt",
        "consumedAt")
      SELECT $1, sha256(n::text::bytea), 'code', json_build_object('jti', md5(n::text),
          'operation', 'authentication', 'userVerified', true, 'issuedAtSeconds', 1790000000,
          'ipAddress', '203.0.113.7'),
        now() - interval '10 minutes', now() - interval '5 minutes', now() - interval '9 minutes'
      FROM generate_series(1, $2::int) n`,
    run: purgeExpiredTokens,
  },
  {
    // Options and verification by address, options by network.
    name: "ended rate windows purged",
    perSignIn: 3,
    backlog: `
      INSERT INTO "LimitCounter" ("key", "points", "expire")
      SELECT $1 || ':options:' || n, 1, 1 FROM generate_series(1, $2::int) n`,
    run: purgeEndedWindows,
  },
];

export interface Rate {
  name: string;
  perSignIn: number;
  perSecond: number;
}

/** Each task's rate over the required one, and the sign-ins that one process keeps up with. */
export function upkeepTable(rates: Rate[]): string {
  const secondsPerSignIn = rates.reduce(
    (sum, { perSignIn, perSecond }) => sum + perSignIn / perSecond,
    0,
  );
  const row = (name: string, perSecond: number, required: number) => [
    name,
    cell(perSecond, 0),
    cell(required, 0),
    cell(perSecond / required, 1),
    perSecond >= required ? "pass" : "miss",
  ];
  return markdownTable(
    ["task", "rows/s", `required by ${signInsPerSecond} sign-ins/s`, "ratio", "verdict"],
    [
      ...rates.map(({ name, perSignIn, perSecond }) =>
        row(name, perSecond, perSignIn * signInsPerSecond),
      ),
      row("all in turn, in sign-ins", 1 / secondsPerSignIn, signInsPerSecond),
    ],
  );
}

/**
 * Creates a backlog for each task.
 * @returns what works it off and measures the rates
 */
export async function createBacklog(
  installation: Installation,
  rows: number,
): Promise<() => Promise<Rate[]>> {
  const client = new pg.Client({ connectionString: installation.databaseUrl });
  await client.connect();
  await client.query(createFunctions);
  for (const { backlog } of tasks) await client.query(backlog, [installation.tenancyId, rows]);
  await client.query("ANALYZE");
  await client.end();
  return async () => {
    const { service, close } = openService(installation);
    const rates: Rate[] = [];
    for (const { name, perSignIn, run } of tasks) {
      const startedAt = performance.now();
      let count = 0;
      for (let batch = -1; batch !== 0; count += batch) batch = await run(service);
      if (count < rows) throw new Error(`${name}: ${count} of ${rows}`);
      rates.push({ name, perSignIn, perSecond: (count * 1_000) / (performance.now() - startedAt) });
    }
    await close();
    return rates;
  };
}
