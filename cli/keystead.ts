import { Command } from "commander";
import { version } from "@/package.json";
import { declareAuditVerify } from "./audit-verify";
import { exitCode, exitCodeHelp, explainFailure, type ExitCode } from "./exit-code";
import { declareKeyCreate } from "./key-create";
import { declareKeyList } from "./key-list";
import { declareKeyRotate } from "./key-rotate";
import { declareKeyStates } from "./key-state";
import { declareMigrate } from "./migrate";
import { declareOperatorRecover } from "./operator-recover";
import { declarePasskeyDisable } from "./passkey-disable";
import { declarePasskeyFind } from "./passkey-find";
import { note } from "./print";
import { declareSigningKeyRotate } from "./signing-key-rotate";
import { declareTenancyBrand } from "./tenancy-brand";
import { declareTenancyCreate } from "./tenancy-create";
import { declareTenancyHosted } from "./tenancy-hosted";
import { declareTenancyList } from "./tenancy-list";
import { declareTenancySettings } from "./tenancy-settings";
import { declareUserFind } from "./user-find";

const intro =
  "Manages a Keystead installation. Uses the configured database: DATABASE_URL, or the embedded one " +
  "in KEYSTEAD_DATA, whether a server is running or not. Reads the environment and .env like npm start.";

function createProgram(): Command {
  const program = new Command("keystead")
    .description(intro)
    .version(version, "--version", "print the version")
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
  declareTenancySettings(tenancy);
  const key = program.command("key").description("manage a tenancy's API keys");
  declareKeyCreate(key);
  declareKeyList(key);
  declareKeyStates(key);
  declareKeyRotate(key);
  const signingKey = program
    .command("signing-key")
    // Its name until 2026-11.
    .alias("keys")
    .description("manage the keys that sign id_tokens");
  declareSigningKeyRotate(signingKey);
  const user = program.command("user").description("find users");
  declareUserFind(user);
  const passkey = program.command("passkey").description("find and disable passkeys");
  declarePasskeyFind(passkey);
  declarePasskeyDisable(passkey);
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
