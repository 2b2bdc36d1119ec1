import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Operation, operations } from "@/app/docs/api/reference";
import { writeRequests } from "@/app/docs/api/requests/write-requests";
import type { CodeLanguage } from "@/lib/contract/code-languages";
import { environmentOf, removeServer, type ServerProcess } from "@/testing/server-process";
import { startLocalServer } from "@/testing/start-local-server";
import { newDevice, register } from "./device";

let server: ServerProcess;
let demo: Awaited<ReturnType<ServerProcess["demo"]>>;
let folder: string;

/** Registers a passkey for the user whom the examples name. */
async function registerExampleUser(): Promise<void> {
  const response = await fetch(
    `${demo.endpoint}/v2/${demo.tenancyId}/passkey/registration/authorize`,
    {
      method: "POST",
      headers: {
        Authorization: `Bearer ${demo.apiKey}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ userId: "user-42", username: "ada@example.com" }),
    },
  );
  const { registrationToken } = (await response.json()) as { registrationToken: string };
  await register(demo, newDevice(), { registrationToken });
}

beforeAll(async () => {
  server = await startLocalServer();
  demo = await server.demo();
  folder = mkdtempSync(join(tmpdir(), "keystead-requests-"));
  const imported = operations.find(({ id }) => id === "importVault")?.body?.example;
  writeFileSync(join(folder, "passkeys.ndjson"), `${JSON.stringify(imported)}\n`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await removeServer(server);
});

// Python raises an exception for an error, and would print its status only.
const runPython = `
import runpy, urllib.error
try:
    runpy.run_path("request.py")
except urllib.error.HTTPError as error:
    print(error.read().decode())
`;

const runners: Record<CodeLanguage, { file: string; command: string; args: string[] }> = {
  ts: { file: "request.mjs", command: process.execPath, args: ["request.mjs"] },
  py: { file: "request.py", command: "python3", args: ["-c", runPython] },
  go: { file: "request.go", command: "go", args: ["run", "request.go"] },
  php: { file: "request.php", command: "php", args: ["request.php"] },
  rb: { file: "request.rb", command: "ruby", args: ["request.rb"] },
  sh: { file: "request.sh", command: "bash", args: ["request.sh"] },
};

const isInstalled = (language: CodeLanguage) =>
  spawnSync(language === "sh" ? "curl" : runners[language].command, [
    language === "go" ? "version" : "--version",
  ]).status === 0;

/** Runs a request and returns everything that it prints. */
function run(language: CodeLanguage, code: string): Promise<string> {
  const { file, command, args } = runners[language];
  const own = mkdtempSync(join(folder, "run-"));
  writeFileSync(
    join(own, file),
    code
      .replace("https://keystead.example", demo.endpoint)
      .replace("YOUR_TENANCY_ID", demo.tenancyId)
      .replace("https://www.example.com", "http://localhost:4000")
      .replace("passkeys.ndjson", join(folder, "passkeys.ndjson")),
  );
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: own,
      env: environmentOf({ KEYSTEAD_API_KEY: demo.apiKey }) as NodeJS.ProcessEnv,
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text: Buffer) => (printed += text.toString()));
    child.once("close", () => resolve(printed));
  });
}

// The examples name passkeys, codes and tokens that don't exist here.
const missing = ["NotFound", "InvalidCode", "InvalidToken", "InvalidChallenge"];
const others: Record<string, string> = {
  // The demo's key lacks these scopes.
  exportVault: "Forbidden",
  savePasskeyPolicy: "Forbidden",
  ...Object.fromEntries(
    operations
      .filter(({ family }) => ["API keys and settings", "Webhooks"].includes(family))
      .map(({ id }) => [id, "Forbidden"]),
  ),
  // All languages together exceed the limit of the mailbox.
  createChallenge: "ChallengeRateLimited",
  // The user of the example exists.
  createUser: "DuplicateUser",
};

/** Matches what the endpoint returns if it has read the path, the key and every field. */
function understood({ id, reply }: Operation): RegExp {
  // It has no body, and the same status for a session that doesn't exist. Errors have a body.
  if (id === "reportPromptOutcome") return /^(?!.*error)/is;
  const fields = Object.entries((reply?.example as object | undefined) ?? { openapi: "" });
  // The current policy refuses no passkey, so its simulation has only the last line.
  const [first] =
    id === "simulatePasskeyPolicy"
      ? ["PasskeyPolicySimulation"]
      : fields.map(([name, value]) => (name === "_tag" ? String(value) : name));
  const errors = [...missing, ...(others[id] === undefined ? [] : [others[id]])];
  return new RegExp(`\\b${first}\\b|@error/(${errors.join("|")})\\b`);
}

const languages = (Object.keys(runners) as CodeLanguage[]).filter(isInstalled);

test("TypeScript examples run wherever the tests do", () => expect(languages).toContain("ts"));

describe.each(languages)("%s", (language) => {
  // The examples of the previous language have deleted the user's passkeys.
  beforeAll(registerExampleUser);

  const calls = operations.flatMap((operation) =>
    writeRequests(operation)
      .filter((written) => written.language === language)
      .map(({ code }) => ({ name: operation.id, operation, code })),
  );
  test.each(calls)("$name: the example reaches its endpoint", async ({ operation, code }) => {
    expect(await run(language, code)).toMatch(understood(operation));
  });
});
