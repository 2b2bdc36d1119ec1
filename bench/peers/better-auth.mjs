// better-auth with its passkey plugin, as its documentation sets it up; only what would refuse the load is off.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import pg from "pg";

const { PORT, DATABASE_URL, ORIGIN, PEOPLE } = process.env;
const database = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const auth = betterAuth({
  baseURL: ORIGIN,
  secret: randomBytes(32).toString("base64url"),
  database,
  trustedOrigins: [ORIGIN],
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [passkey({ rpID: "localhost", rpName: "Bench", origin: ORIGIN })],
});

const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
const people = JSON.parse(readFileSync(PEOPLE, "utf8"));
await database.query(
  `INSERT INTO "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
   SELECT p."id", p."email", p."email", true, now(), now() FROM json_to_recordset($1) AS p("id" text, "email" text)`,
  [JSON.stringify(people)],
);
await database.query(
  `INSERT INTO "passkey" ("id", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "transports", "createdAt")
   SELECT p."id", p."publicKey", p."id", p."credentialId", 0, 'singleDevice', false, 'internal', now()
   FROM json_to_recordset($1) AS p("id" text, "publicKey" text, "credentialId" text)`,
  [JSON.stringify(people)],
);
await database.query("ANALYZE");

const server = createServer(toNodeHandler(auth)).listen(Number(PORT));
process.on("SIGTERM", () => {
  server.closeAllConnections();
  server.close();
  void database.end().then(() => process.exit(0));
});
