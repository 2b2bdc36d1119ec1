import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { environmentOf } from "@/testing/server-process";

/** Debian has PostgreSQL's servers outside PATH. */
export const postgresFolder = "/usr/lib/postgresql/15/bin";

const packages = {
  postgres: "postgresql-15",
  patroni: "patroni",
  etcd: "etcd-server",
  haproxy: "haproxy",
};

export type Program = keyof typeof packages;

/** Debian puts HAProxy into a folder that only root's PATH has. */
const folders = [
  postgresFolder,
  ...(environmentOf({})["PATH"] ?? "").split(delimiter),
  "/usr/sbin",
  "/sbin",
];

function find(program: string): string | undefined {
  return folders
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** @throws Error that says what to install */
export function findPrograms(): Record<Program, string> {
  const found = Object.keys(packages).map((program) => [program, find(program)] as const);
  const missing = found
    .filter(([, path]) => path === undefined)
    .map(([program]) => packages[program as Program]);
  if (missing.length > 0)
    throw new Error(
      `The drill needs Debian's packages. Install them: apt-get install --no-install-recommends ${missing.join(" ")}`,
    );
  return Object.fromEntries(found) as Record<Program, string>;
}

/** The user to run PostgreSQL as: it refuses root. Undefined for another user, which runs it. */
export function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, , uid, gid] =
    /^postgres:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? [];
  if (uid === undefined || gid === undefined) throw new Error("there is no user postgres");
  return { uid: Number(uid), gid: Number(gid) };
}
