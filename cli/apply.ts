import { basename, dirname, extname, join } from "node:path";
import type { Command } from "commander";
import {
  type AppliedTenancy,
  applyConfiguration,
} from "@/lib/domain/admin/configuration/apply-configuration";
import type { ConfigurationChange } from "@/lib/domain/admin/configuration/configuration-change";
import { examples } from "./examples";
import { DifferencesFound } from "./exit-code";
import { withKeyFile } from "./key-file";
import { note, plain, print } from "./print";
import { readConfiguration } from "./read-configuration";
import { withService } from "./with-service";

interface Options {
  diff?: true;
  check?: true;
  prune?: true;
  asSystemOwner?: true;
  keysFile?: string;
  json?: true;
}

/** Such as `shop.keys.json` beside `shop.yaml`. */
function keysFileBeside(file: string): string {
  return join(dirname(file), `${basename(file, extname(file))}.keys.json`);
}

const marks = { create: "+", change: "~", remove: "-" } as const;

const shownCharacters = 120;

function show(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

function lineOf({ action, path, before, after }: ConfigurationChange): string {
  const values = [before, after].filter((value) => value !== undefined).map(show);
  return `  ${marks[action]} ${path}${values.length === 0 ? "" : `: ${values.join(" → ")}`}`;
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function describe(tenancies: readonly AppliedTenancy[], isDryRun: boolean): string {
  const different = tenancies.filter(({ changes }) => changes.length > 0);
  if (different.length === 0) return "Nothing to change.";
  const count = different.reduce((sum, { changes }) => sum + changes.length, 0);
  const of = countOf(different.length, different.length === 1 ? "tenancy" : "tenancie");
  const end = isDryRun
    ? `${countOf(count, "difference")} in ${of}. Nothing was changed.`
    : `Made ${countOf(count, "change")} in ${of}. They take effect immediately.`;
  const blocks = different.map(({ id, name, changes }) =>
    [`${name} (${id ?? "new"})`, ...changes.map(lineOf)].map(plain).join("\n"),
  );
  return [...blocks, end].join("\n");
}

function noteUnlisted(tenancies: readonly AppliedTenancy[]): void {
  for (const { name, unlisted } of tenancies)
    if (unlisted.length > 0)
      note(`Not in the file: ${unlisted.join(", ")} of ${name}. --prune removes them.`);
}

async function apply(
  files: [string, ...string[]],
  { diff, check, prune, asSystemOwner, keysFile, ...options }: Options,
): Promise<void> {
  const documents = await readConfiguration(files);
  const path = keysFile ?? keysFileBeside(files[0]);
  const isDryRun = diff === true || check === true;
  let newKeys = 0;
  await withService(async (service) => {
    const tenancies = await withKeyFile(path, (store) =>
      applyConfiguration(service, documents, {
        prune: prune === true,
        asSystemOwner: asSystemOwner === true,
        isDryRun,
        storeKeys: async (keys) => {
          await store(keys);
          newKeys = keys.length;
        },
      }),
    );
    const json = { tenancies, keysFile: newKeys > 0 ? path : null };
    print({ json, text: describe(tenancies, isDryRun) }, options);
    if (!options.json) noteUnlisted(tenancies);
    if (newKeys > 0 && !options.json)
      note(`${countOf(newKeys, "new API key")}: ${path}. Move the file to your secret store.`);
    const isDifferent = tenancies.some(({ changes }) => changes.length > 0);
    if (check && isDifferent)
      throw new DifferencesFound("The database differs from the configuration files.");
  });
}

/** `keystead apply` */
export function declareApply(parent: Command): void {
  parent
    .command("apply")
    .description(
      "make tenancies, settings and API keys as configuration files describe them: all of it or " +
        "nothing",
    )
    .argument("<file...>", "YAML files; several documents per file")
    .option("--diff", "show what would change, and change nothing")
    .option("--check", "as --diff, and exit with code 2 if anything differs")
    .option("--prune", "remove API keys and hosts that the files' lists leave out")
    .option("--as-system-owner", "also do what a system owner has to confirm")
    .option(
      "--keys-file <file>",
      "where to store new API keys; default: beside the first file, such as keystead.keys.json",
    )
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      examples(
        "apply keystead.yaml --diff",
        "apply keystead.yaml --check",
        "apply keystead.yaml --prune --keys-file /run/secrets/keystead.keys.json",
      ),
    )
    .action(apply);
}
