// better-auth with its passkey and email OTP plugins, set up as in its documentation. Only what
// would refuse the load is off.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import { emailOTP } from "better-auth/plugins";
import pg from "pg";

const { PORT, DATABASE_URL, ORIGIN, PEOPLE } = process.env;
const database = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
/** The latest code of each mailbox. */
const codes = new Map();
const auth = betterAuth({
  baseURL: ORIGIN,
  secret: randomBytes(32).toString("base64url"),
  database,
  trustedOrigins: [ORIGIN],
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [
    passkey({ rpID: "localhost", rpName: "Bench", origin: ORIGIN }),
    emailOTP({
      sendVerificationOTP({ email, otp }) {
        codes.set(email, otp);
        return Promise.resolve();
      },
    }),
  ],
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
  `INSERT INTO "passkey" ("id", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp",
     "transports", "createdAt")
   SELECT p."id", p."publicKey", p."id", p."credentialId", 0, 'singleDevice', false, 'internal', now()
   FROM json_to_recordset($1) AS p("id" text, "publicKey" text, "credentialId" text)`,
  [JSON.stringify(people)],
);
await database.query("ANALYZE");

/** Serves the requests that the benchmark sends between phases. */
async function answerBench(request, response) {
  // Each check scans all codes for expired ones and deletes none of the checked ones, so each phase
  // starts with an empty table.
  if (request.url === "/bench/tidy") await database.query(`TRUNCATE "verification"`);
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(Object.fromEntries(codes)));
}

const answer = toNodeHandler(auth);
const server = createServer((request, response) => {
  const handler = request.url.startsWith("/bench/") ? answerBench : answer;
  void handler(request, response);
}).listen(Number(PORT));
process.on("SIGTERM", () => {
  server.closeAllConnections();
  server.close();
  void database.end().then(() => process.exit(0));
});
