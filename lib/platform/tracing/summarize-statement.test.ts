import { expect, test } from "vitest";
import { summarizeStatement } from "./trace-statements";

test.each([
  ["BEGIN", "BEGIN"],
  ["SELECT 1", "SELECT"],
  ['SELECT "public"."User"."sub" FROM "public"."User" WHERE "sub" = $1', "SELECT User"],
  [
    `SELECT * FROM "User" u JOIN "Email" e ON true JOIN "User" v ON v."name" = 'FROM "secret"'`,
    "SELECT User Email",
  ],
  ['INSERT INTO "public"."User" ("sub") VALUES ($1) RETURNING "sub"', "INSERT User"],
  [
    `WITH caller AS (SELECT 1 FROM "ApiKey" FOR UPDATE), used AS (
      UPDATE "Challenge" SET "attempts" = 1 RETURNING *)
    INSERT INTO "OutboxMail" SELECT 1 FROM used ON CONFLICT DO UPDATE SET "id" = $1`,
    "UPDATE Challenge INSERT OutboxMail",
  ],
  ['WITH due AS (SELECT 1 FROM "Tenancy") SELECT * FROM due', "SELECT Tenancy"],
  ['\n  DELETE FROM "OneTimeToken" WHERE "tokenHash" = $1', "DELETE OneTimeToken"],
  [
    Array.from({ length: 9 }, (_, index) => `DELETE FROM "T${index}"`).join(" "),
    "DELETE T0 DELETE T1 DELETE T2 DELETE T3 DELETE T4",
  ],
  ["", "UNKNOWN"],
])("%j is %s", (text, summary) => {
  expect(summarizeStatement(text)).toEqual({ operation: summary.split(" ", 1)[0], summary });
});
