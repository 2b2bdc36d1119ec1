import type { TestProject } from "vitest/node";
import { startTestPostgres, type TestPostgres } from "./test-postgres";

declare module "vitest" {
  export interface ProvidedContext {
    /** `adminUrl` may create databases; `template` is a migrated, empty database to clone. */
    database: { adminUrl: string; template: string };
  }
}

let postgres: TestPostgres | undefined;

/** Provides the PostgreSQL of all test files of a run. */
export async function setup(project: TestProject): Promise<void> {
  postgres = await startTestPostgres();
  const { adminUrl, template } = postgres;
  project.provide("database", { adminUrl, template });
}

export async function teardown(): Promise<void> {
  await postgres?.stop();
}
