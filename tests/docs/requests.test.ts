import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operation, operations } from "@/app/docs/api/reference";
import { writeRequests } from "@/app/docs/api/requests/write-requests";
import type { CodeLanguage } from "@/lib/contract/code-languages";
import { environmentOf, removeServer, type ServerProcess } from "@/testing/server-process";
import { startLocalServer } from "@/testing/start-local-server";
import { violationsOf } from "@/testing/violations";
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

interface Runner {
  /** The file of an example. */
  fileOf: (name: string) => string;
  command: string;
  /** Runs the examples that the further arguments name, and prints a line `=== <name>` before each. */
  args: string[];
}

const runTypeScript = `
for (const name of process.argv.slice(1)) {
  console.log("\\n=== " + name);
  await import(process.cwd() + "/" + name + ".mjs").catch(console.error);
}
`;

// Python raises an exception for an error, and would print its status only.
const runPython = `
import runpy, sys, traceback, urllib.error
for name in sys.argv[1:]:
    print("\\n=== " + name)
    try:
        runpy.run_path(name + ".py")
    except urllib.error.HTTPError as error:
        print(error.read().decode())
    except Exception:
        print(traceback.format_exc())
`;

const runPhp = `
foreach (array_slice($argv, 1) as $name) {
    echo "\\n=== $name\\n";
    try {
        require "$name.php";
    } catch (Throwable $error) {
        echo $error;
    }
}
`;

const runRuby = `
ARGV.each do |name|
  puts "\\n=== #{name}"
  load "./#{name}.rb"
rescue StandardError => error
  puts error.full_message
end
`;

const runShell = `for name; do printf '\\n=== %s\\n' "$name"; (. "./$name.sh"); done`;

const runGo = `
printf 'module examples\\n' > go.mod
go build -o programs/ ./...
for name; do printf '\\n=== %s\\n' "$name"; "./programs/$name"; done
`;

const runners: Record<CodeLanguage, Runner> = {
  ts: {
    fileOf: (name) => `${name}.mjs`,
    command: process.execPath,
    args: ["--input-type=module", "-e", runTypeScript],
  },
  py: { fileOf: (name) => `${name}.py`, command: "python3", args: ["-c", runPython] },
  go: { fileOf: (name) => `${name}/main.go`, command: "bash", args: ["-c", runGo, "bash"] },
  php: { fileOf: (name) => `${name}.php`, command: "php", args: ["-r", runPhp] },
  rb: { fileOf: (name) => `${name}.rb`, command: "ruby", args: ["-e", runRuby] },
  sh: { fileOf: (name) => `${name}.sh`, command: "bash", args: ["-c", runShell, "bash"] },
};

/** What has to be installed to run a language's examples. */
const programOf = (language: CodeLanguage) =>
  (({ go: "go", sh: "curl" }) as Partial<Record<CodeLanguage, string>>)[language] ??
  runners[language].command;

const isInstalled = (language: CodeLanguage) =>
  spawnSync(programOf(language), [language === "go" ? "version" : "--version"]).status === 0;

interface Example {
  operation: Operation;
  code: string;
}

/** Runs examples in one process, and returns everything that each prints, in one line. */
async function run(language: CodeLanguage, examples: Example[]): Promise<Map<string, string>> {
  const { fileOf, command, args } = runners[language];
  const own = mkdtempSync(join(folder, "run-"));
  for (const { operation, code } of examples) {
    const file = join(own, fileOf(operation.id));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      code
        .replace("https://keystead.example", demo.endpoint)
        .replace("YOUR_TENANCY_ID", demo.tenancyId)
        .replace("https://www.example.com", "http://localhost:4000")
        .replace("passkeys.ndjson", join(folder, "passkeys.ndjson")),
    );
  }
  // One file for both streams keeps their order.
  const output = openSync(join(own, "output"), "w");
  const child = spawn(command, [...args, ...examples.map(({ operation }) => operation.id)], {
    cwd: own,
    env: environmentOf({ KEYSTEAD_API_KEY: demo.apiKey }) as NodeJS.ProcessEnv,
    stdio: ["ignore", output, output],
  });
  await new Promise((resolve) => child.once("close", resolve));
  closeSync(output);
  const [, ...parts] = readFileSync(join(own, "output"), "utf8").split(/^=== (.+)$/m);
  return new Map(
    examples.map(({ operation: { id } }) => {
      const at = parts.indexOf(id);
      return [
        id,
        at < 0 ? "error: did not run" : (parts[at + 1] ?? "").trim().replace(/\s+/g, " "),
      ];
    }),
  );
}

// The examples name passkeys, codes and tokens that don't exist here.
const missing = ["NotFound", "InvalidCode", "InvalidToken", "InvalidChallenge"];
const others: Record<string, string> = {
  // The first language changes them, and the examples expect what was there before.
  savePasskeyPolicy: "BadRequest(?=.*has changed since)",
  updateSettings: "BadRequest(?=.*has changed since)",
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

test.each(languages)("%s: every example reaches its endpoint", async (language) => {
  // The examples of the previous language have deleted the user's passkeys.
  await registerExampleUser();
  const examples = operations.flatMap((operation) =>
    writeRequests(operation)
      .filter((written) => written.language === language)
      .map(({ code }) => ({ operation, code })),
  );
  const printed = await run(language, examples);
  const check = (id: string, operation: Operation) => {
    const text = printed.get(id) ?? "";
    expect(text, text.slice(0, 300)).toMatch(understood(operation));
  };
  const cases = examples.map(({ operation }) => [operation.id, operation] as const);
  expect(await violationsOf(cases, check)).toEqual([]);
});
