import { setImmediate as othersTurn } from "node:timers/promises";
import type { ParsedLine } from "@/lib/contract/lines";
import type {
  ImportedPasskey,
  ImportedUser,
  ImportLine,
  ImportProblem,
  ImportVault,
  ImportWarning,
  VaultImport,
} from "@/lib/contract/vault-import";
import { requireCallerStillLive } from "@/lib/domain/access/api-key/is-caller-live";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { takeLocks } from "@/lib/domain/base/take-locks";
import { findUserIdFault } from "@/lib/domain/user/find-user-by-user-id";
import { lockManyIdentities } from "@/lib/domain/user/lock-user";
import { limits } from "@/lib/limits";
import { decodeBase64, findOtherEncoding } from "./decode-base64";
import { type Decision, planImport } from "./plan-import";
import { MalformedLine, readImportedPasskey, readImportedUser } from "./read-imported-passkey";
import {
  createVaultView,
  identitiesOf,
  readIntoView,
  type ReadyLine,
  type VaultView,
} from "./vault-view";
import { PlanOutdated, writeImport } from "./write-import";

type Doubt = Omit<ImportWarning, "line">;

// WebAuthn L3 §4, "Credential ID".
const credentialIdBytes = 16;
const identifiers = ["userId", "sub"] as const;
const moments = ["createdAt", "lastUsedAt", "namedAt", "quarantinedUntil"] as const;

/** The REST API would refuse the id of a new user. */
function* userIdDoubts(path: string, userId: string | undefined): Generator<Doubt> {
  const fault = userId === undefined ? undefined : findUserIdFault(userId);
  if (fault !== undefined) yield { reason: "user-id", message: `${path}: ${fault}` };
}

function* doubtsOf(line: ImportedPasskey): Generator<Doubt> {
  const { credentialId, userHandle, user } = line;
  const { length: bytes = 0 } = decodeBase64(credentialId) ?? {};
  if (bytes < credentialIdBytes)
    yield {
      reason: "credential-id",
      message: `credentialId: has ${bytes} bytes, and devices make ids of ${credentialIdBytes} or more`,
    };
  const encoding = findOtherEncoding(userHandle);
  if (encoding !== null)
    yield { reason: "user-handle", message: `userHandle: ${encoding.hint}, if it isn't base64url` };
  const same = identifiers.find((name) => user[name] === userHandle);
  if (same !== undefined && encoding === null)
    yield {
      reason: "user-handle",
      message:
        `userHandle: is the same text as user.${same}. If it is not base64url, send ` +
        Buffer.from(userHandle).toString("base64url"),
    };
  for (const name of moments)
    if (line[name] === 0)
      yield { reason: "time", message: `${name}: is the year 1970. Omit it if it is unknown` };
  yield* userIdDoubts("user.userId", user.userId);
}

/** Finds what a valid line probably doesn't mean. Such lines are imported. */
const findDoubts = (line: ImportedPasskey | ImportedUser): Doubt[] =>
  line._tag === "VaultUser" ? [...userIdDoubts("userId", line.userId)] : [...doubtsOf(line)];

type Malformed = Extract<ImportProblem, { outcome: "malformed" }>;
type ReadLine = { line: number; ready: ReadyLine; doubts: Doubt[] } | Malformed;
type ContentLine = Exclude<ImportLine, { _tag: "VaultExportEnd" }>;

function readLine(ctx: TenancyContext, parsed: ParsedLine<ContentLine>): ReadLine {
  const { line } = parsed;
  if ("fault" in parsed)
    return { line, outcome: "malformed", reason: parsed.fault, message: parsed.message };
  try {
    const { value } = parsed;
    const ready =
      value._tag === "VaultUser" ? readImportedUser(ctx, value) : readImportedPasskey(ctx, value);
    return { line, ready, doubts: findDoubts(value) };
  } catch (error) {
    if (error instanceof MalformedLine)
      return { line, outcome: "malformed", reason: error.reason, message: error.message };
    throw error;
  }
}

/** Parses lines. Checking a key takes up to 1 ms, so it yields to other requests regularly. */
async function readLines(
  ctx: TenancyContext,
  lines: ParsedLine<ContentLine>[],
): Promise<ReadLine[]> {
  const read: ReadLine[] = [];
  for (const line of lines) {
    read.push(readLine(ctx, line));
    if (read.length % 5 === 0) await othersTurn();
  }
  return read;
}

const turnOf = ({ tenancy }: TenancyContext) => `${tenancy.id} import`;

async function importInTransaction(
  ctx: TenancyContext,
  tx: Queryable,
  lines: ReadyLine[],
): Promise<Decision[]> {
  // Lock out other imports of the tenancy first, then registrations of the same users.
  await takeLocks(tx, turnOf(ctx));
  await requireCallerStillLive(ctx, tx, " Earlier lines were imported.");
  await lockManyIdentities(ctx, tx, identitiesOf(lines));
  const view = createVaultView();
  await readIntoView(ctx, tx, { view, lines, lock: true });
  const decisions = lines.map((line) => planImport(ctx, view, line));
  await writeImport(ctx, tx, decisions);
  return decisions;
}

const maxAttempts = 5;

async function importBatch(ctx: TenancyContext, lines: ReadyLine[]): Promise<Decision[]> {
  for (let attempt = 1; ; attempt++)
    try {
      return await ctx.db.$transaction((tx) => importInTransaction(ctx, tx, lines));
    } catch (error) {
      // The conflicting rows are committed, so the next plan includes them.
      if (!(error instanceof PlanOutdated) || attempt === maxAttempts) throw error;
    }
}

/** Plans a batch of a dry run against the database and the effects of earlier lines. */
async function tryBatch(
  ctx: TenancyContext,
  view: VaultView,
  lines: ReadyLine[],
): Promise<Decision[]> {
  await readIntoView(ctx, ctx.db, { view, lines, lock: false });
  return lines.map((line) => planImport(ctx, view, line));
}

const hasContent = (parsed: ParsedLine<ImportLine>): parsed is ParsedLine<ContentLine> =>
  "fault" in parsed || parsed.value._tag !== "VaultExportEnd";

async function* batchesOf(
  lines: AsyncIterable<ParsedLine<ImportLine>>,
): AsyncGenerator<ParsedLine<ContentLine>[]> {
  let batch: ParsedLine<ContentLine>[] = [];
  for await (const line of lines) {
    if (!hasContent(line) || batch.push(line) < limits.importBatchLines) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function addProblem(report: VaultImport, problem: ImportProblem): void {
  report[problem.outcome === "malformed" ? "malformed" : "conflicting"] += 1;
  if (report.problems.length < limits.importProblems) report.problems.push(problem);
}

function addWarnings(report: VaultImport, line: number, doubts: Doubt[]): void {
  const room = limits.importProblems - report.warnings.length;
  report.warnings.push(...doubts.slice(0, room).map((doubt) => ({ line, ...doubt })));
}

function addDecision(report: VaultImport, line: number, decision: Decision): void {
  if (decision.outcome === "conflict") return addProblem(report, { line, ...decision });
  report[decision.outcome] += 1;
  if (decision.outcome === "created") report.usersCreated += decision.newUser === null ? 0 : 1;
  else if (report.existingLines.length < limits.importProblems) report.existingLines.push(line);
}

/**
 * Updates planner statistics as the tables grow. A plan made for a small table scans all of it for
 * each row, and PostgreSQL analyzes grown tables only once a minute.
 */
async function analyzeGrownTables(ctx: TenancyContext, before: number, now: number): Promise<void> {
  if (limits.importAnalyzesAt.some((at) => before < at && now >= at))
    await ctx.db.$executeRaw`ANALYZE "User", "Passkey", "UserHandle"`;
}

/**
 * Imports passkeys and users while the lines arrive, in batches of a hundred. Each batch is
 * one transaction. Existing users and passkeys are never changed, so importing the same lines again
 * changes nothing. A dry run writes nothing and reports what an import would do.
 * @throws Forbidden if the key or the tenancy is no longer live; earlier batches stay imported
 */
export async function importVault(
  ctx: TenancyContext,
  lines: AsyncIterable<ParsedLine<ImportLine>>,
  { dryRun }: ImportVault,
): Promise<VaultImport> {
  const report: VaultImport = {
    _tag: "VaultImport",
    dryRun,
    lines: 0,
    created: 0,
    existing: 0,
    conflicting: 0,
    malformed: 0,
    usersCreated: 0,
    existingLines: [],
    problems: [],
    warnings: [],
  };
  const dryView = createVaultView();
  for await (const batch of batchesOf(lines)) {
    const read = await readLines(ctx, batch);
    const ready = read.flatMap((each) => ("ready" in each ? each.ready : []));
    // All imports of a tenancy together use one connection. None waits longer than the time limit
    // of a request body.
    const decisions =
      ready.length === 0
        ? []
        : await ctx.takeTurn(
            turnOf(ctx),
            () => (dryRun ? tryBatch(ctx, dryView, ready) : importBatch(ctx, ready)),
            limits.requestLinesMs,
          );
    report.lines += batch.length;
    const before = report.created;
    let next = 0;
    for (const each of read) {
      const decision = "ready" in each ? decisions[next++] : undefined;
      if (!("ready" in each)) addProblem(report, each);
      else if (decision !== undefined) addDecision(report, each.line, decision);
      if ("ready" in each) addWarnings(report, each.line, each.doubts);
    }
    if (!dryRun) await analyzeGrownTables(ctx, before, report.created);
  }
  return report;
}
