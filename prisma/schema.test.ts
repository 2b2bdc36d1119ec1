import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workerDatabaseUrl } from "@/testing/worker-database";

interface Diff {
  exitCode: number;
  stdout: string | null;
}
interface Engine {
  diff(parameters: object): Promise<Diff>;
}
interface EngineModule {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
  SchemaEngine: { new: (options: object, log: () => void, adapter: unknown) => Promise<Engine> };
}

const schema = {
  path: "prisma/schema.prisma",
  content: readFileSync("prisma/schema.prisma", "utf8"),
};
let pool: pg.Pool;
let url: URL;
let engineModule: EngineModule;

/**
 * Prisma's schema engine, compiled to WebAssembly: the same that `prisma migrate diff` runs,
 * without a download.
 */
async function loadEngine(): Promise<EngineModule> {
  const glue = createRequire(import.meta.url).resolve(
    "@prisma/schema-engine-wasm/schema_engine_bg",
  );
  const engine = (await import(glue)) as EngineModule;
  const { instance } = await WebAssembly.instantiate(readFileSync(glue.replace(/\.js$/, ".wasm")), {
    "./schema_engine_bg.js": engine as unknown as WebAssembly.ModuleImports,
  });
  engine.__wbg_set_wasm(instance.exports);
  (instance.exports["__wbindgen_start"] as () => void)();
  return engine;
}

// PostgreSQL's one-byte "char", in which the catalogue keeps kinds, and uuid, which the catalogue
// never uses.
const charType = 18;
const uuidType = 2950;

/**
 * The adapter does not know "char", and the engine insists on it: it passes the adapter as uuid and
 * is told as Character.
 */
function readCatalogueChars(factory: PrismaPg): () => void {
  const original = pg.Pool.prototype.query;
  pg.Pool.prototype.query = function query(this: pg.Pool, ...parameters: unknown[]) {
    const answer = (original as (...all: unknown[]) => unknown).apply(
      this,
      parameters,
    ) as Promise<pg.QueryResult>;
    return answer.then((result) => {
      for (const column of result.fields)
        if (column.dataTypeID === charType) column.dataTypeID = uuidType;
      return result;
    });
  } as typeof original;
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      return {
        ...result,
        columnTypes: result.columnTypes.map((type) =>
          type === ColumnTypeEnum.Uuid ? ColumnTypeEnum.Character : type,
        ),
      };
    };
    return adapter;
  };
  return () => {
    pg.Pool.prototype.query = original;
  };
}

async function diffAgainst(content: string): Promise<Diff> {
  const adapter = new PrismaPg({
    host: url.hostname,
    port: Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  });
  const restore = readCatalogueChars(adapter);
  try {
    const files = [{ path: schema.path, content }];
    const engine = await engineModule.SchemaEngine.new(
      {},
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(adapter),
    );
    return await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: process.cwd() },
      to: { tag: "schemaDatamodel", files },
      exitCode: true,
      script: true,
      filters: { externalTables: [], externalEnums: [] },
    });
  } finally {
    restore();
  }
}

beforeAll(async () => {
  const text = await workerDatabaseUrl();
  url = new URL(text);
  pool = new pg.Pool({ connectionString: text });
  engineModule = await loadEngine();
});
afterAll(() => pool.end());

describe("schema and migrations agree", () => {
  test("Prisma finds nothing to change in a migrated database", async () => {
    const { exitCode, stdout } = await diffAgainst(schema.content);
    expect(stdout).not.toContain("CREATE");
    expect(stdout).not.toContain("ALTER");
    expect(exitCode).toBe(0);
  });

  test("finds a column that no migration creates", async () => {
    const { exitCode } = await diffAgainst(
      schema.content.replace("model ApiKey {", "model ApiKey {\n  planted String?"),
    );
    expect(exitCode).toBe(2);
  });
});

describe("the tables", () => {
  test("whose rows belong to a tenancy have keys that begin with it", async () => {
    const { rows } = await pool.query<{ table: string; index: string; first: string }>(`
      SELECT c.relname AS "table", i.relname AS "index", a.attname AS "first"
      FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
      WHERE x.indisunique AND c.relnamespace = 'public'::regnamespace
        AND EXISTS (SELECT 1 FROM pg_attribute t WHERE t.attrelid = c.oid AND t.attname = 'tenancyId')`);
    expect(new Set(rows.map(({ table }) => table))).toEqual(
      new Set([
        "AccountSession",
        "ActivityCount",
        "Alarm",
        "ApiKey",
        "AuditEvent",
        "Challenge",
        "FeedEvent",
        "FormerUserHandle",
        "IdempotentRequest",
        "InboxMail",
        "Mailbox",
        "MailboxProblem",
        "OneTimeToken",
        "Operator",
        "OperatorInvitation",
        "OperatorPasskey",
        "OperatorSession",
        "OutboxMail",
        "Passkey",
        "PasskeyPolicy",
        "PreviousEmail",
        "RelatedOriginsHost",
        "SenderDomain",
        "TimelineEvent",
        "User",
        "UserDeletion",
        "UserHandle",
        "VisitorBudget",
        "WebhookDelivery",
        "Webhook",
      ]),
    );
    // A host serves one document, so it belongs to one tenancy of the whole installation.
    expect(
      rows.filter(
        ({ first, index }) => first !== "tenancyId" && index !== "RelatedOriginsHost_host_key",
      ),
    ).toEqual([]);
  });

  test("sort ids by their bytes, keep times in milliseconds, and metadata as json", async () => {
    const { rows } = await pool.query<{ name: string; collation: string | null }>(`
      SELECT c.relname || '.' || a.attname AS name, l.collname AS collation FROM pg_attribute a
      JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_collation l ON l.oid = a.attcollation
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
        AND a.attname IN ('id', 'tenancyId', 'sub', 'kid', 'passkeyId', 'apiKeyId', 'credentialId', 'userId')
        AND c.relname NOT LIKE '\\_prisma%' AND a.atttypid = 'text'::regtype`);
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter(({ collation }) => collation !== "C")).toEqual([]);
  });

  test.each([
    [
      "a key by its public id",
      `SELECT 1 FROM "ApiKey" WHERE "tenancyId" = 't' AND "publicId" = 'p'`,
      "ApiKey_tenancyId_publicId_key",
    ],
    [
      "a held email",
      `SELECT 1 FROM "User" WHERE "tenancyId" = 't' AND "emailNormalized" > 'e' AND ("emailVerified" OR "emailVouched")
      ORDER BY "tenancyId", "emailNormalized" LIMIT 9`,
      "User_held_email_key|User_tenancyId_emailNormalized_idx",
    ],
    [
      "an application id",
      `SELECT 1 FROM "User" WHERE "tenancyId" = 't' AND "userId" > 'u' ORDER BY "tenancyId", "userId" LIMIT 9`,
      "User_tenancyId_userId_key",
    ],
    [
      "a user's passkeys",
      `SELECT 1 FROM "Passkey" WHERE "tenancyId" = 't' AND "sub" > 's' ORDER BY "tenancyId", "sub"`,
      "Passkey_tenancyId_sub_id_idx",
    ],
    [
      "a credential of a tenancy",
      `SELECT 1 FROM "Passkey" WHERE "tenancyId" = 't' AND "credentialId" > 'c'
      ORDER BY "tenancyId", "credentialId" LIMIT 9`,
      "Passkey_tenancyId_credentialId_key",
    ],
    [
      "a credential of any tenancy",
      `SELECT 1 FROM "Passkey" WHERE "credentialId" = 'c' AND "rpId" = 'r'`,
      "Passkey_credentialId_rpId_idx",
    ],
    [
      "the credentials of a user handle",
      `SELECT 1 FROM "Passkey" WHERE "userHandle" > 'h' ORDER BY "userHandle" LIMIT 9`,
      "Passkey_userHandle_idx",
    ],
    [
      "a token by its hash",
      `SELECT 1 FROM "OneTimeToken" WHERE "tenancyId" = 't' AND "hash" = '\\x00'`,
      "OneTimeToken_pkey",
    ],
    [
      "old requests with an Idempotency-Key",
      `SELECT 1 FROM "IdempotentRequest" WHERE "expiresAt" < now() ORDER BY "expiresAt" LIMIT 10`,
      "IdempotentRequest_expiresAt_idx",
    ],
    [
      "replies that are no longer kept",
      `SELECT 1 FROM "IdempotentRequest"
      WHERE "reply" IS NOT NULL AND "replyKeptUntil" <= now() LIMIT 10`,
      "IdempotentRequest_replyKeptUntil_idx",
    ],
    [
      "expired tokens",
      `SELECT 1 FROM "OneTimeToken" WHERE "expiresAt" < now() ORDER BY "expiresAt" LIMIT 10`,
      "OneTimeToken_expiresAt_idx",
    ],
    [
      "what a new challenge may supersede",
      `SELECT 1 FROM "Challenge" WHERE "tenancyId" = 't' AND "emailNormalized" = 'e' AND "purpose" > 'p'
      ORDER BY "tenancyId", "emailNormalized", "purpose"`,
      "Challenge_tenancyId_emailNormalized_purpose_idx",
    ],
    [
      "the same by user",
      `SELECT 1 FROM "Challenge" WHERE "tenancyId" = 't' AND "userId" = 'u' AND "purpose" > 'p'
      ORDER BY "tenancyId", "userId", "purpose"`,
      "Challenge_tenancyId_userId_purpose_idx",
    ],
    [
      "challenges past their use",
      `SELECT 1 FROM "Challenge" WHERE "expiresAt" < now() ORDER BY "expiresAt" LIMIT 10`,
      "Challenge_expiresAt_idx",
    ],
    [
      "mailboxes past their use",
      `SELECT 1 FROM "Mailbox" WHERE "updatedAt" < now() ORDER BY "updatedAt" LIMIT 10`,
      "Mailbox_updatedAt_idx",
    ],
    [
      "visitors' budgets past their use",
      `SELECT 1 FROM "VisitorBudget" WHERE "updatedAt" < now() ORDER BY "updatedAt" LIMIT 10`,
      "VisitorBudget_updatedAt_idx",
    ],
    [
      "a tenancy's mails that are due",
      `SELECT 1 FROM "OutboxMail" WHERE "tenancyId" = 't' AND "state" = 'queued' AND "dueAt" < now()
      ORDER BY "dueAt" LIMIT 10`,
      "OutboxMail_tenancyId_dueAt_idx",
    ],
    [
      "the next tenancy with mails to send",
      `SELECT 1 FROM "OutboxMail" WHERE "state" = 'queued' AND "tenancyId" > 't' ORDER BY "tenancyId" LIMIT 1`,
      "OutboxMail_tenancyId_dueAt_idx",
    ],
    [
      "mails past their use",
      `SELECT 1 FROM "OutboxMail" WHERE "expiresAt" < now() ORDER BY "expiresAt" LIMIT 10`,
      "OutboxMail_expiresAt_idx",
    ],
    ["ended windows", `SELECT 1 FROM "LimitCounter" WHERE "expire" < 5`, "LimitCounter_expire_idx"],
  ])("%s is found by an index", async (_name, query, index) => {
    const client = await pool.connect();
    await client.query("SET enable_seqscan = off; SET enable_sort = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${query}`);
    client.release(true);
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(new RegExp(index));
  });
});
