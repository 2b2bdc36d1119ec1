import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { asAdmin, databaseUrlFor } from "./admin-connection";
import { cloneDatabase } from "./clone-database";

let url: Promise<string> | undefined;
let otherUrl: Promise<string> | undefined;

const worker = process.env.VITEST_POOL_ID ?? "0";

/** Returns a migrated database of this worker. Test files that run in parallel never share one. */
export function workerDatabaseUrl(): Promise<string> {
  return (url ??= cloneDatabase(inject("database"), worker));
}

/** Returns a second database, for another installation. */
export function otherDatabaseUrl(): Promise<string> {
  return (otherUrl ??= cloneDatabase(inject("database"), `${worker}_other`));
}

/** Returns a new migrated database, for a server or a command of one test file. */
export function newDatabaseUrl(): Promise<string> {
  return cloneDatabase(inject("database"), `new_${randomBytes(6).toString("hex")}`);
}

/** Returns a new database without tables. */
export async function emptyDatabaseUrl(): Promise<string> {
  const { adminUrl, template } = inject("database");
  const name = `${template}_empty_${randomBytes(6).toString("hex")}`;
  await asAdmin(adminUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  return databaseUrlFor(adminUrl, name);
}
