import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentOf } from "@/testing/server-process";

const root = join(import.meta.dirname, "../..");
const releaseList = "prisma/migrations/releases.json";

/** A built release in a folder of its own. */
export interface Release {
  name: string;
  folder: string;
  /** Whether it starts on the schema of a newer release. */
  acceptsNewer: boolean;
  remove(): void;
}

const git = (...args: string[]): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

function succeeds(...args: string[]): boolean {
  return spawnSync("git", args, { cwd: root, stdio: "ignore" }).status === 0;
}

/** Returns a commit, by default that of the newest release. */
function findCommit(from: string | undefined): { name: string; commit: string } {
  if (from !== undefined)
    return { name: from, commit: git("rev-parse", "--verify", `${from}^{commit}`).trim() };
  const { releases } = JSON.parse(readFileSync(join(root, releaseList), "utf8")) as {
    releases: [{ version: string; commit: string }];
  };
  const [{ version, commit }] = releases;
  if (!succeeds("cat-file", "-e", `${commit}^{commit}`))
    throw new Error(`the commit of ${version} is missing; run: git fetch --unshallow`);
  return { name: version, commit };
}

function run(folder: string, program: string, args: string[]): void {
  const { status } = spawnSync(program, args, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: environmentOf({ NEXT_TELEMETRY_DISABLED: "1" }) as NodeJS.ProcessEnv,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed in ${folder}`);
}

/** Installs the packages, or links those of this release if they are the same. */
function installPackages(folder: string): void {
  const lockFile = (of: string) => readFileSync(join(of, "package-lock.json"), "utf8");
  if (lockFile(folder) === lockFile(root)) run(root, "cp", ["-al", "node_modules", folder]);
  else
    run(folder, "npm", [
      "ci",
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
      "--loglevel",
      "error",
    ]);
}

/** Checks a commit out into a git worktree, and builds it. */
export function buildRelease(from: string | undefined): Release {
  const { name, commit } = findCommit(from);
  const parent = mkdtempSync(join(tmpdir(), "keystead-release-"));
  const folder = join(parent, "keystead");
  const remove = () => {
    if (succeeds("worktree", "remove", "--force", folder))
      return rmSync(parent, { recursive: true });
    rmSync(parent, { recursive: true, force: true });
    succeeds("worktree", "prune", "--expire=now");
  };
  try {
    git("worktree", "add", "--detach", folder, commit);
    installPackages(folder);
    run(folder, process.execPath, ["scripts/build.mjs", "--no-type-check"]);
    return {
      name,
      folder,
      acceptsNewer: succeeds("cat-file", "-e", `${commit}:${releaseList}`),
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** This release, which `npm run drill` has built. */
export const thisRelease: Release = {
  name: "this release",
  folder: root,
  acceptsNewer: true,
  remove: () => undefined,
};
