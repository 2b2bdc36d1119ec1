import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import type { Config } from "@/lib/config";
import { findUnknownVariables } from "@/lib/config.unknown";
import { lifetimes } from "@/lib/limits";
import { examples } from "./command";
import { checkConfiguration } from "./doctor/check-configuration";
import { checkDatabase } from "./doctor/check-database";
import { checkEmail, sendTest } from "./doctor/check-email";
import { checkPort } from "./doctor/check-port";
import type { Finding, Level } from "./doctor/finding";
import { ProblemsFound } from "./exit-code";
import { countOf, print, table } from "./print";
import { terminal } from "./terminal";

interface Options {
  /** Address that gets a test email. */
  sendTo?: string;
  throughProxy?: true;
  json?: true;
}

function describe(findings: readonly Finding[], problems: number, warnings: number): string {
  const rows = findings.flatMap(({ level, check, found, advice }) => [
    [level, check, found],
    ...(advice === undefined ? [] : [["", "", `→ ${advice}`]]),
  ]);
  return `${table(rows)}\n\n${countOf(problems, "problem")}, ${countOf(warnings, "warning")}`;
}

/** Checks everything that a valid configuration names. */
async function runChecks(config: Config, { sendTo, throughProxy }: Options): Promise<Finding[]> {
  const waitMs = lifetimes.deliveryTimeoutMs;
  return [
    ...(await checkDatabase(config)),
    ...(await checkEmail(config, waitMs)),
    ...(sendTo === undefined ? [] : await sendTest(config, sendTo, waitMs)),
    ...(await checkPort(config, throughProxy === true)),
  ];
}

async function doctor({ json, ...options }: Options): Promise<void> {
  const folder = fileURLToPath(new URL("..", import.meta.url));
  const { config, findings } = checkConfiguration(
    () => terminal().readConfig(folder),
    findUnknownVariables,
  );
  if (config !== undefined) findings.push(...(await runChecks(config, options)));
  const amount = (wanted: Level) => findings.filter(({ level }) => level === wanted).length;
  const [problems, warnings] = [amount("problem"), amount("warning")];
  print(
    {
      json: { problems, warnings, findings },
      text: describe(findings, problems, warnings),
    },
    json === undefined ? {} : { json },
  );
  if (problems > 0) throw new ProblemsFound(`Found ${countOf(problems, "problem")}.`);
}

/** `keystead doctor` */
export function declareDoctor(parent: Command): void {
  parent
    .command("doctor")
    .description(
      "check configuration, database, migrations, extensions, clock, secret, email, port and proxy " +
        "before a start, and say what to do; changes nothing",
    )
    .option("--send-to <address>", "also send a test email to this address")
    .option("--through-proxy", "also request BASE_URL, and check what arrives at the port")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples("doctor", "doctor --send-to you@example.com --through-proxy"))
    .action(doctor);
}
