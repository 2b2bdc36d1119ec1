import pg from "pg";
import { Prisma } from "@/prisma/generated/client";

/** Causes by SQLSTATE (PostgreSQL, appendix A). */
const causes: Readonly<Record<string, string>> = {
  "0A000": "the server doesn't have it",
  "25006": "the database accepts no changes",
  "42501": "this role lacks a permission",
  "42P01": "a table is missing",
  "42703": "a column is missing",
  "42704": "an object is missing",
  "42P06": "the schema exists already",
  "42P07": "a table of that name exists already",
  "53100": "its disk is full",
  "53200": "it is out of memory",
  "53300": "it has no free connection",
  "57014": "the statement took too long",
  "55P03": "a lock wasn't free in time",
};

const prismaErrors = [
  Prisma.PrismaClientKnownRequestError,
  Prisma.PrismaClientUnknownRequestError,
  Prisma.PrismaClientInitializationError,
  Prisma.PrismaClientRustPanicError,
  Prisma.PrismaClientValidationError,
];

const codeIn = (value: unknown, name: string): string | undefined => {
  const found =
    typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : null;
  return typeof found === "string" ? found : undefined;
};

/** Returns PostgreSQL's code of an error, as Prisma or its adapter wraps it, or Prisma's own. */
function codeOf(error: unknown): string | undefined {
  const { cause, meta } = error as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
  const adapter = meta?.driverAdapterError as { cause?: unknown } | undefined;
  return (
    codeIn(adapter?.cause, "originalCode") ??
    codeIn(cause, "originalCode") ??
    codeIn(cause, "code") ??
    codeIn(error, "code")
  );
}

/** Describes why PostgreSQL refused a statement: "a table is missing (42P01)". */
export function causeOf(error: unknown): string {
  const code = codeOf(error);
  if (code === undefined) return "unknown reason";
  const cause = causes[code];
  return cause === undefined ? `code ${code}` : `${cause} (${code})`;
}

/**
 * Returns a sentence for an error of the driver or of Prisma, whose own messages quote statements and
 * values. Undefined for any other error.
 */
export function describeDatabaseFailure(error: unknown): string | undefined {
  const isDatabaseError =
    error instanceof pg.DatabaseError ||
    prismaErrors.some((kind) => error instanceof kind) ||
    (error instanceof Error && error.name === "DriverAdapterError");
  return isDatabaseError ? `The database refused a statement: ${causeOf(error)}.` : undefined;
}

/** Describes an unexpected error for an operator, with its stack but without messages of databases. */
export function describeUnexpected(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const failure = describeDatabaseFailure(error);
  if (failure === undefined) return error.stack ?? error.message;
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return [failure, ...frames].join("\n");
}
