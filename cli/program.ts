import { Command } from "commander";
import { version } from "@/package.json";
import { declareApply } from "./apply";
import { declareAudit } from "./audit";
import { declareBackup } from "./backup";
import { declareDoctor } from "./doctor";
import { exitCodeHelp } from "./exit-code";
import { declareExportConfig } from "./export-config";
import { declareKeys } from "./key";
import { declareMetadata } from "./metadata";
import { declareMigrate } from "./migrate";
import { declareOperators } from "./operator";
import { declarePasskeys } from "./passkey";
import { declarePolicies } from "./policy";
import { declareRestore } from "./restore";
import { declareSigningKeys } from "./signing-key";
import { declareStart } from "./start";
import { declareTenancies } from "./tenancy";
import { terminal } from "./terminal";
import { declareUsers } from "./user";
import { declareWebhooks } from "./webhook";

const intro =
  "Manages a Keystead installation, with or without a running server. Reads the environment and .env " +
  "as npm start does. Uses the database of DATABASE_URL, or else the embedded one in KEYSTEAD_DATA.";

/** Declares every command. */
export function createProgram(): Command {
  const program = new Command("keystead")
    .description(intro)
    .version(version, "--version", "print the version")
    // Throw instead of exiting the process. Subcommands inherit this.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal().stdout.write(text),
      writeErr: (text) => void terminal().stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, "keystead: ")),
    })
    .addHelpText("after", exitCodeHelp);
  for (const declare of [
    declareStart,
    declareTenancies,
    declareKeys,
    declareWebhooks,
    declareSigningKeys,
    declareUsers,
    declarePasskeys,
    declareMetadata,
    declarePolicies,
    declareOperators,
    declareAudit,
    declareApply,
    declareExportConfig,
    declareMigrate,
    declareDoctor,
    declareBackup,
    declareRestore,
  ])
    declare(program);
  return program;
}
