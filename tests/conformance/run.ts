// Runs the Recommendation's vectors, generated and bent ceremonies, and real devices' responses
// through Keystead and two other verifiers, and prints a table.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { markdownTable } from "@/bench/markdown-table";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { applyMigrations } from "@/lib/platform/migrations";
import { startTestService } from "@/testing/test-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { allCases } from "./all-cases";
import { findWrongRegistration } from "./bent-registration";
import { findWrongSignIn } from "./bent-sign-in";
import { compareVerifiers, type Comparison, type Disagreement } from "./compare";
import type { ConformanceCase } from "./conformance-case";
import { keystead } from "./keystead";
import { passwordlessId } from "./passwordless-id";
import { simpleWebAuthn } from "./simplewebauthn";

const bentRuns = 5_000;

const write = (line: string) => process.stdout.write(`${line}\n`);

const shortOf = (outcome: string) => (outcome === "pass" ? "pass" : "refuse");

/** Prints each reason once, with the cases that it explains. */
function printDisagreements(disagreements: Disagreement[]): void {
  const namesOf = new Map<string, string[]>();
  for (const { verifier, explanation, outcome, name } of disagreements) {
    const reason = `${verifier}: ${explanation ?? `UNEXPLAINED ${outcome}`}`;
    namesOf.set(reason, [...(namesOf.get(reason) ?? []), name]);
  }
  for (const [reason, names] of namesOf)
    write(`\n${reason}\n${names.map((name) => `- ${name}`).join("\n")}`);
}

function print(
  cases: readonly ConformanceCase[],
  comparison: Comparison,
  wrongPasses: { kind: string; found: string | null }[],
): void {
  const { rows, disagreements, unused } = comparison;
  const names = Object.keys(rows[0]?.outcomes ?? {});
  const table = rows.map(({ name, expected, outcomes }) => [
    name,
    expected,
    ...names.map((verifier) => shortOf(outcomes[verifier] ?? "")),
  ]);
  write(markdownTable(["case", "expected", ...names], table));
  printDisagreements(disagreements);
  write("\nReal devices that Keystead refuses:");
  for (const { title, refusal } of cases)
    if (refusal !== undefined) write(`- ${title}: ${refusal}`);
  for (const reason of unused) write(`\nUNUSED EXPLANATION ${reason}`);
  const unexplained = disagreements.filter(({ explanation }) => explanation === undefined);
  const failed = disagreements.filter(({ verifier }) => verifier === "Keystead").length;
  write("");
  for (const { kind, found } of wrongPasses)
    write(`${bentRuns} bent ${kind}: ${found ?? "none passes wrongly"}`);
  write(vectorSummary(comparison));
  write(`${rows.length - failed} passed, ${failed} failed`);
  const isWrong = wrongPasses.some(({ found }) => found !== null);
  if (unexplained.length + unused.length > 0 || isWrong) process.exitCode = 1;
}

/** Counts the Recommendation's vectors that Keystead passes. */
function vectorSummary({ rows }: Comparison): string {
  return ["registration", "sign-in"]
    .map((ceremony) => {
      const vectors = rows.filter(({ name }) => name.startsWith(`Vectors, ${ceremony}:`));
      const passed = vectors.filter(({ outcomes }) => outcomes["Keystead"] === "pass");
      return `Vectors, ${ceremony}: ${passed.length} of ${vectors.length}`;
    })
    .join(". ");
}

const dataFolder = await mkdtemp(path.join(tmpdir(), "keystead-conformance-"));
const embedded = await startEmbeddedPostgres({ dataFolder });
try {
  await applyMigrations({ databaseUrl: embedded.url, folder: path.resolve("prisma/migrations") });
  const service = startTestService(embedded.url);
  const cases = allCases();
  const verifiers = [keystead(service), simpleWebAuthn, passwordlessId];
  const comparison = await compareVerifiers(cases, verifiers);
  const tenancy = await createTestTenancy(service);
  print(cases, comparison, [
    { kind: "registrations", found: await findWrongRegistration(tenancy, bentRuns) },
    { kind: "sign-ins", found: await findWrongSignIn(tenancy, bentRuns) },
  ]);
  await service.close();
} finally {
  await embedded.stop();
  for (const folder of [embedded.folder, dataFolder])
    await rm(folder, { recursive: true, force: true });
}
