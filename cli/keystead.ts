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
  "Runs a Keystead installation from the command line, on the database that its configuration names: DATABASE_URL, or the embedded one of KEYSTEAD_DATA, whether a server runs on it or not. Environment and .env as for npm start.";

function createProgram(): Command {
  const program = new Command("keystead")
    .description(intro)
    // Inherited by the commands below: instead of ending the process, it throws.
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, "keystead: ")),
    })
    .addHelpText("after", exitCodeHelp);
  const tenancy = program
    .command("tenancy")
    .description("the applications that this installation serves");
  declareTenancyCreate(tenancy);
  declareTenancyList(tenancy);
  declareTenancyBrand(tenancy);
  declareTenancyHosted(tenancy);
  const key = program.command("key").description("the API keys of a tenancy's backends");
  declareKeyCreate(key);
  declareKeyList(key);
  declareKeyStates(key);
  const keys = program.command("keys").description("the keys that sign id_tokens");
  declareKeysRotate(keys);
  const operator = program.command("operator").description("the people who run this installation");
  declareOperatorRecover(operator);
  const audit = program
    .command("audit")
    .description("the log of what was done, and its chain of hashes");
  declareAuditVerify(audit);
  declareMigrate(program);
  return program;
}

async function run(argv: string[]): Promise<ExitCode> {
  try {
    await createProgram().parseAsync(argv);
    return exitCode.done;
  } catch (error) {
    const { code, sentence } = explainFailure(error);
    if (sentence !== undefined) note(sentence);
    return code;
  }
}

// A reader that has seen enough (`| head -1`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
process.exitCode = await run(process.argv);
