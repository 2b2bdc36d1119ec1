import type pg from "pg";
import { ulid } from "ulid";

const newId = () => ulid().toLowerCase();

/** Inserts a user with a verified email and a passkey. */
export async function insertUser(database: pg.Client, tenancyId: string, email: string) {
  const sub = newId();
  const passkeyId = newId();
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVerified","selfService",
       "createdAt","updatedAt") VALUES ($1,$2,$3,$3,true,false,now(),now())`,
    [tenancyId, sub, email],
  );
  await database.query(
    `INSERT INTO "Passkey" ("tenancyId","id","sub","rpId","credentialId","userHandle","publicKey",
       "algorithm","signCount","transports","backupEligible","backedUp","userVerified","aaguid",
       "attestationFormat","username","displayName","namedAt","createdAt","updatedAt")
     VALUES ($1,$2,$3,'localhost',$2,$2,'\\x00',-7,0,'{internal}',false,false,true,
       'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4','none',$4,$4,now(),now(),now())`,
    [tenancyId, passkeyId, sub, email],
  );
  return { sub, passkeyId, email };
}
