import { Command } from "commander";
import { version } from "@/package.json";
import { declareApply } from "./apply";
import { declareAuditErased } from "./audit-erased";
import { declareAuditVerify } from "./audit-verify";
import { declareBackup } from "./backup";
import { declareBackupVerify } from "./backup-verify";
import { declareDoctor } from "./doctor";
import { exitCodeHelp } from "./exit-code";
import { declareExportConfig } from "./export-config";
import { declareKeyCreate } from "./key-create";
import { declareKeyList } from "./key-list";
import { declareKeyRename } from "./key-rename";
import { declareKeyRotate } from "./key-rotate";
import { declareKeyStates } from "./key-state";
import { declareMetadataImport } from "./metadata-import";
import { declareMetadataShow } from "./metadata-show";
import { declareMigrate } from "./migrate";
import { declareOperatorRecover } from "./operator-recover";
import { declarePasskeyFind } from "./passkey-find";
import { declarePasskeyStates } from "./passkey-state";
import { declarePolicyGet } from "./policy-get";
import { declarePolicySet } from "./policy-set";
import { declarePolicySimulate } from "./policy-simulate";
import { declareRestore } from "./restore";
import { declareSigningKeyRotate } from "./signing-key-rotate";
import { declareStart } from "./start";
import { declareTenancyBrand } from "./tenancy-brand";
import { declareTenancyCreate } from "./tenancy-create";
import { declareTenancyDelete } from "./tenancy-delete";
import { declareTenancyHosted } from "./tenancy-hosted";
import { declareTenancyList } from "./tenancy-list";
import { declareTenancySettings } from "./tenancy-settings";
import { terminal } from "./terminal";
import { declareUserErase } from "./user-erase";
import { declareUserFind } from "./user-find";
import { declareUserList } from "./user-list";
import { declareUserStates } from "./user-state";
import { declareWebhookCreate } from "./webhook-create";
import { declareWebhookDelete } from "./webhook-delete";
import { declareWebhookList } from "./webhook-list";
import { declareWebhookRotate } from "./webhook-rotate";
import { declareWebhookStates } from "./webhook-state";

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
  declareStart(program);
  const tenancy = program
    .command("tenancy")
    .description("manage tenancies, the applications of this installation");
  declareTenancyCreate(tenancy);
  declareTenancyList(tenancy);
  declareTenancyBrand(tenancy);
  declareTenancyHosted(tenancy);
  declareTenancySettings(tenancy);
  declareTenancyDelete(tenancy);
  const key = program.command("key").description("manage a tenancy's API keys");
  declareKeyCreate(key);
  declareKeyList(key);
  declareKeyStates(key);
  declareKeyRename(key);
  declareKeyRotate(key);
  const webhook = program
    .command("webhook")
    .description("manage a tenancy's webhooks, the endpoints that get its events");
  declareWebhookCreate(webhook);
  declareWebhookList(webhook);
  declareWebhookRotate(webhook);
  declareWebhookStates(webhook);
  declareWebhookDelete(webhook);
  const signingKey = program
    .command("signing-key")
    // Its name until 2026-11.
    .alias("keys")
    .description("manage the keys that sign id_tokens");
  declareSigningKeyRotate(signingKey);
  const user = program.command("user").description("find, list, disable and erase users");
  declareUserFind(user);
  declareUserList(user);
  declareUserStates(user);
  declareUserErase(user);
  const passkey = program.command("passkey").description("find and disable passkeys");
  declarePasskeyFind(passkey);
  declarePasskeyStates(passkey);
  const metadata = program
    .command("metadata")
    .description("manage the FIDO Metadata that passkey policies read");
  declareMetadataImport(metadata);
  declareMetadataShow(metadata);
  const policy = program.command("policy").description("choose which passkeys a tenancy accepts");
  declarePolicyGet(policy);
  declarePolicySet(policy);
  declarePolicySimulate(policy);
  const operator = program.command("operator").description("manage operators");
  declareOperatorRecover(operator);
  const audit = program
    .command("audit")
    .description("check the audit log, and list whom it says were erased");
  declareAuditVerify(audit);
  declareAuditErased(audit);
  declareApply(program);
  declareExportConfig(program);
  declareMigrate(program);
  declareDoctor(program);
  declareBackupVerify(declareBackup(program));
  declareRestore(program);
  return program;
}
