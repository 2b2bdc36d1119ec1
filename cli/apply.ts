import { type FileHandle, open, rm } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { Command } from "commander";
import {
  type AppliedTenancy,
  applyConfiguration,
} from "@/lib/domain/admin/configuration/apply-configuration";
import type { NewKey } from "@/lib/domain/admin/configuration/apply-keys";
import type { ConfigurationChange } from "@/lib/domain/admin/configuration/configuration-change";
import type { GivenDocument } from "@/lib/domain/admin/configuration/configuration-document";
import { parseConfiguration } from "@/lib/domain/admin/configuration/parse-configuration";
import { badRequest } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { unknownOutcome } from "@/lib/platform/database";
import { examples } from "./command";
import { decodeFile } from "./decode-file";
import { DifferencesFound } from "./exit-code";
import { countOf, note, plain, print } from "./print";
import { withService } from "./with-service";

const ownerOnly = 0o600;

async function create(path: string): Promise<FileHandle> {
  try {
    // Never overwrites keys of an earlier run, and never follows a link.
    const handle = await open(path, "wx", ownerOnly);
    await handle.chmod(ownerOnly);
    return handle;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === "EEXIST"
        ? "exists already. Move it away, or name another file for the new API keys"
        : `can't be written (${code})`;
    throw badRequest("--keys-file", `${path} ${reason}.`);
  }
}

/**
 * Runs work that creates API keys and stores their texts in a new file, which only its owner can
 * read. The file is complete before the work commits, and is removed if the work fails.
 */
async function withKeyFile<T>(
  path: string,
  work: (store: (keys: NewKey[]) => Promise<void>) => Promise<T>,
): Promise<T> {
  let handle: FileHandle | undefined;
  try {
    return await work(async (keys) => {
      handle ??= await create(path);
      await handle.truncate(0);
      await handle.write(`${JSON.stringify(keys, null, 2)}\n`, 0);
      await handle.sync();
    });
  } catch (error) {
    // The keys may exist if the connection was lost during the commit.
    if (handle !== undefined && unknownOutcome(error) === undefined) await rm(path);
    throw error;
  } finally {
    await handle?.close();
  }
}

const { fileBytes } = limits.configuration;

async function readUpTo(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(maxBytes);
  let length = 0;
  for (let bytesRead = 1; bytesRead > 0 && length < maxBytes; length += bytesRead)
    ({ bytesRead } = await handle.read(buffer, length, maxBytes - length));
  return buffer.subarray(0, length);
}

/** Reads a file of limited size, also one that never ends. @throws BadRequest naming it */
async function readFileUpTo(name: string, path: string, maxBytes: number): Promise<Buffer> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw badRequest(name, `can't be read (${error.code})`);
  });
  try {
    const bytes = await readUpTo(handle, maxBytes + 1).catch((error: NodeJS.ErrnoException) => {
      throw badRequest(name, `can't be read (${error.code})`);
    });
    if (bytes.length > maxBytes) throw badRequest(name, `is larger than ${maxBytes / 1024} KiB`);
    return bytes;
  } finally {
    await handle.close();
  }
}

async function readLogo(
  file: string,
  { document: { logo }, locate }: GivenDocument,
): Promise<Uint8Array<ArrayBuffer> | null | undefined> {
  if (typeof logo !== "string") return logo;
  const path = resolve(dirname(file), logo);
  return new Uint8Array(await readFileUpTo(locate("logo"), path, fileBytes));
}

/**
 * Reads configuration files, and the logos that they name.
 * @throws BadRequest naming file, line and field
 */
async function readConfiguration(files: readonly string[]) {
  const read = files.map(async (file) => {
    const text = decodeFile(file, await readFileUpTo(file, file, fileBytes));
    return { file, given: parseConfiguration({ name: file, text }) };
  });
  const documents = (await Promise.all(read)).flatMap(({ file, given }) =>
    given.map((each) => ({ file, each })),
  );
  if (documents.length > limits.configuration.documents)
    throw badRequest("files", `have more than ${limits.configuration.documents} documents`);
  return Promise.all(
    documents.map(async ({ file, each }) => ({ ...each, logo: await readLogo(file, each) })),
  );
}

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

function describe(tenancies: readonly AppliedTenancy[], isDryRun: boolean): string {
  const different = tenancies.filter(({ changes }) => changes.length > 0);
  if (different.length === 0) return "Nothing to change.";
  const count = different.reduce((sum, { changes }) => sum + changes.length, 0);
  const of = countOf(different.length, "tenancy", "tenancies");
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
