import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { encodeCBOR } from "@levischuck/tiny-cbor";
import type { Page } from "@playwright/test";
import pg from "pg";
import { ulid } from "ulid";
import { exportGenerated } from "@/testing/authenticator/keys";
import { test as base } from "./fixtures";
import type { VirtualAuthenticator } from "./virtual-authenticator";

export interface Role {
  /** Default: a system owner. */
  tenancyId?: string;
  role?: "owner" | "admin" | "support" | "auditor";
  /** Whether the session counts as freshly signed in with a passkey. Default: true. */
  isSteppedUp?: boolean;
  signIn?: "passkey" | "code";
}

/** An operator who is signed in to the console in the page's browser, with a passkey on its device. */
interface SignedInOperator {
  sub: string;
  email: string;
  passkeyId: string;
}

interface Fixtures {
  /** Creates an operator, signs the page's browser in, and adds the passkey to the device. */
  operator: (role?: Role) => Promise<SignedInOperator>;
  /** Creates an application's tenancy; `rows` runs SQL on it. */
  tenancy: { id: string; name: string };
  database: pg.Client;
}

const newId = () => ulid().toLowerCase();

/** Creates a P-256 key pair: COSE for the service (RFC 9053 §7.1.1), PKCS #8 for the device. */
function createKey(): { cose: Buffer; pkcs8: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = exportGenerated(publicKey);
  const cose = encodeCBOR(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]),
  );
  return {
    cose: Buffer.from(cose),
    pkcs8: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
  };
}

async function insertOperator(
  database: pg.Client,
  { tenancyId, role = "owner", isSteppedUp = true, signIn = "passkey" }: Role,
) {
  const { rows } = await database.query<{ id: string; rpId: string }>(
    'SELECT "id", "rpId" FROM "Tenancy" WHERE "isSystem"',
  );
  const system = rows[0];
  if (system === undefined) throw new Error("there is no system tenancy");
  const sub = newId();
  const passkeyId = newId();
  const credentialId = randomBytes(32);
  const handle = randomBytes(32);
  const key = createKey();
  const cookie = randomBytes(32).toString("base64url");
  const email = `${randomBytes(5).toString("hex")}@operators.example`;
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","selfService",
       "createdAt","updatedAt") VALUES ($1,$2,$3,$3,true,false,now(),now())`,
    [system.id, sub, email],
  );
  await database.query(
    `INSERT INTO "Passkey" ("tenancyId","id","sub","rpId","credentialId","userHandle","publicKey",
       "algorithm","signCount","transports","backupEligible","backedUp","userVerified","aaguid",
       "attestationFormat","username","displayName","namedAt","createdAt","updatedAt")
     VALUES ($1,$2,$3,$4,$5,$6,$7,-7,0,'{internal}',false,false,true,
         '00000000-0000-0000-0000-000000000000','none',$8,$8,now(),now(),now())`,
    [
      system.id,
      passkeyId,
      sub,
      system.rpId,
      credentialId.toString("base64url"),
      handle.toString("base64url"),
      key.cose,
      email,
    ],
  );
  await database.query(
    'INSERT INTO "UserHandle" ("tenancyId","sub","rpId","userHandle","createdAt") VALUES ($1,$2,$3,$4,now())',
    [system.id, sub, system.rpId, handle.toString("base64url")],
  );
  await database.query(
    'INSERT INTO "OperatorPasskey" ("tenancyId","passkeyId","trustedFrom") VALUES ($1,$2,now())',
    [system.id, passkeyId],
  );
  await database.query(
    'INSERT INTO "Operator" ("tenancyId","sub","role","createdAt") VALUES ($1,$2,$3::"OperatorRole",now())',
    [tenancyId ?? system.id, sub, role],
  );
  await database.query(
    `INSERT INTO "OperatorSession" ("tenancyId","id","hash","sub","signIn","passkeyId","createdAt",
       "lastSeenAt","steppedUpAt")
       VALUES ($1,$2,$3,$4,$5::"OperatorSignIn",$6,now(),now(),CASE WHEN $7 THEN now() END)`,
    [
      system.id,
      newId(),
      createHash("sha256").update(cookie).digest(),
      sub,
      signIn,
      signIn === "passkey" ? passkeyId : null,
      isSteppedUp,
    ],
  );
  return {
    operator: { sub, email, passkeyId },
    cookie,
    device: {
      credentialId: credentialId.toString("base64"),
      rpId: system.rpId,
      userHandle: handle.toString("base64"),
      userName: email,
      isResidentCredential: true,
      privateKey: key.pkcs8,
      signCount: 1,
    },
  };
}

async function signIn(
  page: Page,
  authenticator: VirtualAuthenticator,
  made: Awaited<ReturnType<typeof insertOperator>>,
  url: string,
): Promise<void> {
  await authenticator.keep(made.device);
  await page
    .context()
    .addCookies([
      { name: "keystead-operator", value: made.cookie, url, httpOnly: true, sameSite: "Lax" },
    ]);
}

export const test = base.extend<Fixtures>({
  database: async ({}, provide) => {
    const client = new pg.Client({ connectionString: process.env["E2E_DATABASE"] });
    await client.connect();
    await provide(client);
    await client.end();
  },
  operator: async ({ page, authenticator, database, baseURL }, provide) =>
    provide(async (role = {}) => {
      const made = await insertOperator(database, role);
      await signIn(page, authenticator, made, baseURL ?? "");
      return made.operator;
    }),
  tenancy: async ({ database }, provide) => {
    const id = newId();
    const name = `Harbour ${id.slice(-5)}`;
    await database.query(
      `INSERT INTO "Tenancy" ("id","name","environment","rpId","rpName","clientId",
         "selfServiceRegistration","createdAt","updatedAt")
       VALUES ($1,$2,'development','localhost',$2,$3,true,now(),now())`,
      [id, name, newId()],
    );
    await provide({ id, name });
  },
});

export { expect } from "@playwright/test";
