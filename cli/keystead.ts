import { Command } from "commander";
import { declareAuditVerify } from "./audit-verify";
import { exitCode, exitCodeHelp, explainFailure, type ExitCode } from "./exit-code";
import { declareKeyCreate } from "./key-create";
import { declareKeyList } from "./key-list";
import { declareKeyStates } from "./key-state";
import { declareKeysRotate } from "./keys-rotate";
import { declareMigrate } from "./migrate";
import { declareOperatorRecover } from "./operator-recover";
import { note } from "./print";
import { declareTenancyBrand } from "./tenancy-brand";
import { declareTenancyCreate } from "./tenancy-create";
import { declareTenancyHosted } from "./tenancy-hosted";
import { declareTenancyList } from "./tenancy-list";

const intro =
  "Manages a Keystead installation. Uses the configured database: DATABASE_URL, or the embedded one " +
  "in KEYSTEAD_DATA, whether a server is running or not. Reads the environment and .env like npm start.";

function createProgram(): Command {
  const program = new Command("keystead")
    .description(intro)
    // Throw instead of exiting the process. Subcommands inherit this.
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, "keystead: ")),
    })
    .addHelpText("after", exitCodeHelp);
  const tenancy = program
    .command("tenancy")
    .description("manage tenancies, the applications of this installation");
  declareTenancyCreate(tenancy);
  declareTenancyList(tenancy);
  declareTenancyBrand(tenancy);
  declareTenancyHosted(tenancy);
  const key = program.command("key").description("manage a tenancy's API keys");
  declareKeyCreate(key);
  declareKeyList(key);
  declareKeyStates(key);
  const keys = program.command("keys").description("manage the keys that sign id_tokens");
  declareKeysRotate(keys);
  const operator = program.command("operator").description("manage operators");
  declareOperatorRecover(operator);
  const audit = program.command("audit").description("check the audit log");
  declareAuditVerify(audit);
  declareMigrate(program);
  return program;
}

async function run(argv: string[]): Promise<ExitCode> {
  try {
    await createProgram().parseAsync(argv);
    return exitCode.done;
  } catch (error) {
    const { code, message } = explainFailure(error);
    if (message !== undefined) note(message);
    return code;
  }
}

// Closing the pipe early (`| head -1`) is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
process.exitCode = await run(process.argv);
