import { spawnSync } from "node:child_process";
import { StartupError } from "@/lib/errors";

/** The user that runs PostgreSQL, which refuses to run as root. */
export interface Owner {
  uid: number;
  gid: number;
}

const account = "postgres";

function lookUp(flag: "-u" | "-g"): number | undefined {
  const { status, stdout } = spawnSync("id", [flag, account], { encoding: "utf8" });
  return status === 0 ? Number(stdout.trim()) : undefined;
}

/**
 * Returns the unprivileged user `postgres` if Keystead runs as root, and creates it if it is
 * missing. Otherwise undefined: PostgreSQL runs as the current user.
 */
export function findOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (lookUp("-u") === undefined) {
    const created = spawnSync("useradd", [
      "--system",
      "--user-group",
      "--no-create-home",
      "--shell",
      "/bin/false",
      account,
    ]);
    if (created.status !== 0) spawnSync("adduser", ["-S", "-D", "-H", account]);
  }
  const uid = lookUp("-u");
  const gid = lookUp("-g");
  if (uid === undefined || gid === undefined)
    throw new StartupError(
      "PostgreSQL does not run as root, and the user postgres could not be created. " +
        "Start Keystead as an unprivileged user.",
    );
  return { uid, gid };
}
