// The floor: node:http, pg, the product's writes, SimpleWebAuthn. It parses, checks and logs
// nothing else.
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { generateKeyPair, SignJWT } from "jose";
import pg from "pg";
import { systemClock } from "@/lib/platform/clock";
import { createId } from "@/lib/platform/id";
import { createChallenges } from "./challenges";
import {
  admitOptions,
  admitVerification,
  consumeCode,
  findKey,
  issueSession,
  writeSignIn,
} from "./statements";

const { PORT = "", DATABASE_URL, TENANCY_ID = "", ORIGIN = "" } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const { privateKey } = await generateKeyPair("ES256");
const minuteMs = 60_000;

type Row = Record<string, never>;
const run = async (name: string, text: string, values: unknown[]): Promise<Row> => {
  const { rows } = await pool.query<Row>({ name, text, values });
  const [row] = rows;
  if (row === undefined) throw new Error(`${name} found nothing`);
  return row;
};
const hashOf = (value: string) => createHash("sha256").update(value).digest();
const secret = () => {
  const value = randomBytes(32).toString("base64url");
  return { value, hash: hashOf(value) };
};

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
}

async function options(request: IncomingMessage) {
  const now = systemClock.now();
  await readBody(request);
  await run("admit-options", admitOptions, [
    TENANCY_ID,
    now,
    `${TENANCY_ID}:options:${String(request.headers["x-forwarded-for"])}`,
    request.headers.origin,
    null,
    `${TENANCY_ID}:options`,
    `${TENANCY_ID}:options:prefix:bench`,
  ]);
  const challenge = randomBytes(32).toString("base64url");
  const { value, hash } = secret();
  const payload = {
    rpId: "localhost",
    userVerification: "preferred",
    mediation: "required",
    ceremonyNonce: challenge,
    allowCredentials: null,
  };
  await run("issue", issueSession, [
    TENANCY_ID,
    hash,
    JSON.stringify(payload),
    new Date(now),
    new Date(now + 6 * minuteMs),
  ]);
  return {
    _tag: "AuthenticationOptions",
    sessionToken: value,
    optionsJSON: { challenge, rpId: "localhost", timeout: 300_000, userVerification: "preferred" },
    mediation: "required",
  };
}

async function verification(request: IncomingMessage) {
  const now = systemClock.now();
  const { sessionToken, response } = (await readBody(request)) as {
    sessionToken: string;
    response: AuthenticationResponseJSON;
  };
  const values = [
    TENANCY_ID,
    now,
    `${TENANCY_ID}:verification:${String(request.headers["x-forwarded-for"])}`,
    request.headers.origin,
    null,
    new Date(now),
    hashOf(sessionToken),
    response.id,
  ];
  const { prefetched } = await run("admit-verification", admitVerification, values);
  const { payload, passkey } = prefetched as unknown as {
    payload: { ceremonyNonce: string; rpId: string };
    passkey: { passkeyId: string; publicKey: string };
  };
  const { passkeyId } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: payload.ceremonyNonce,
    expectedOrigin: ORIGIN,
    expectedRPID: payload.rpId,
    requireUserVerification: false,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64")),
      counter: -1,
    },
  });
  if (!verified) throw new Error("not verified");
  const code = secret();
  const issuedAtSeconds = Math.floor(now / 1_000);
  const jti = createId(now);
  const codePayload = {
    jti,
    operation: "authentication",
    userVerified: authenticationInfo.userVerified,
    issuedAtSeconds,
    ipAddress: "127.0.0.1",
  };
  const audit = [
    {
      tenancyId: TENANCY_ID,
      id: createId(now),
      action: "passkey.authenticated",
      actorKind: "browser",
      actorId: null,
      targetKind: "passkey",
      targetId: passkeyId,
      requestId: randomBytes(16).toString("hex"),
      createdAt: new Date(now),
    },
  ];
  const user = await run("write", writeSignIn, [
    authenticationInfo.newCounter,
    authenticationInfo.credentialBackedUp,
    new Date(now),
    TENANCY_ID,
    passkeyId,
    code.hash,
    JSON.stringify(codePayload),
    new Date(now + 5 * minuteMs),
    JSON.stringify(audit),
  ]);
  const id_token = await new SignJWT({
    acr: `urn:keystead:${authenticationInfo.userVerified ? "aal2" : "aal1"}`,
    "a:id": passkeyId,
    "a:typ": "passkey",
    "pk:uv": authenticationInfo.userVerified,
  })
    .setProtectedHeader({ alg: "ES256", kid: "floor", typ: "JWT" })
    .setIssuer(ORIGIN)
    .setAudience(TENANCY_ID)
    .setSubject(user["sub"] ?? "")
    .setJti(jti)
    .setIssuedAt(issuedAtSeconds)
    .setNotBefore(issuedAtSeconds)
    .setExpirationTime(issuedAtSeconds + 300)
    .sign(privateKey);
  return {
    _tag: "AuthenticationSuccess",
    code: code.value,
    id_token,
    principal: {
      token: code.value,
      authenticatorId: passkeyId,
      authType: "passkey",
      userVerified: authenticationInfo.userVerified,
      ...user,
    },
  };
}

function admitKey(request: IncomingMessage, now: number): Promise<object> {
  const key = request.headers.authorization?.slice("Bearer ".length) ?? "";
  return run("find-key", findKey, [
    TENANCY_ID,
    key.split("_")[1],
    hashOf(key),
    new Date(now),
    new Date(now - minuteMs),
  ]);
}

async function exchange(request: IncomingMessage) {
  const now = systemClock.now();
  await admitKey(request, now);
  const row = await run("consume-code", consumeCode, [
    new Date(now),
    TENANCY_ID,
    hashOf(request.url?.split("/").at(-1) ?? ""),
  ]);
  return { _tag: "ExtendedPrincipal", ...row };
}

const challenges = createChallenges({ tenancyId: TENANCY_ID, origin: ORIGIN, run, hashOf, secret });

const withKey =
  (handle: (now: number, key: object, body: Record<string, unknown>) => Promise<object>) =>
  async (request: IncomingMessage) => {
    const now = systemClock.now();
    const key = await admitKey(request, now);
    return handle(now, key, await readBody(request));
  };

const answers = [
  ["authentication/options", options],
  ["authentication/verification", verification],
  ["principal/", exchange],
  ["challenges/verify", withKey(challenges.verify)],
  ["challenges", withKey(challenges.create)],
] as const;

const server = createServer((request, response) => {
  const [, answer] = answers.find(([part]) => request.url?.includes(part)) ?? [];
  const reply = (status: number, body: object) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  if (answer === undefined) return void reply(404, {});
  answer(request).then(
    (body) => reply(200, body),
    (error: unknown) => reply(500, { error: String(error) }),
  );
}).listen(Number(PORT));

process.on("SIGTERM", () => {
  server.closeAllConnections();
  server.close();
  void pool.end().then(() => process.exit(0));
});
