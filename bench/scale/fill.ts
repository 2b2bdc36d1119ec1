import { randomBytes, randomInt } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { createId } from "@/lib/platform/id";

const passkeyCount = 1_000_000;
/** One more user with the default maximum of passkeys, so that page 10 000 is full. */
const passkeysOfTheFullest = 20;
export const theFullest = "user-full";

export interface Population {
  passkeys: number;
  users: number;
  /** An evenly spread sample. */
  passkeyIds: string[];
  userIds: string[];
}

interface Person {
  sub: string;
  userId: string;
  handle: string;
  passkeys: number;
}

const aaguids = [
  "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4",
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
  "00000000-0000-0000-0000-000000000000",
];
const dayMs = 86_400_000;
const line = (...cells: (string | number)[]) => `${cells.join("\t")}\n`;
const timeOf = (ms: number) => new Date(ms).toISOString();

/**
 * Fills one tenancy with COPY, then runs VACUUM ANALYZE. Creates a million passkeys over a year, one
 * in twenty disabled.
 */
export async function fillVault(
  client: pg.Client,
  tenancyId: string,
  nowMs: number,
): Promise<Population> {
  const people: Person[] = [];
  const add = (userId: string, passkeys: number) => {
    people.push({
      sub: createId(nowMs - 366 * dayMs + people.length),
      userId,
      handle: randomBytes(32).toString("base64url"),
      passkeys,
    });
    return passkeys;
  };
  for (let left = passkeyCount; left > 0;)
    left -= add(`user-${people.length}`, Math.min(left, 1 + randomInt(3)));
  add(theFullest, passkeysOfTheFullest);
  const born = timeOf(nowMs - 366 * dayMs);
  function* users() {
    for (const { sub, userId } of people)
      yield line(
        tenancyId,
        sub,
        userId,
        `${userId}@example.com`,
        `${userId}@example.com`,
        "t",
        "f",
        born,
        born,
      );
  }
  function* handles() {
    for (const { sub, handle } of people) yield line(tenancyId, sub, "localhost", handle, born);
  }
  // In the order of ids, as created over time. A user's passkeys are far apart.
  const owners = people.flatMap((person) => Array.from({ length: person.passkeys }, () => person));
  for (let at = owners.length - 1; at > 0; at--) {
    const other = randomInt(at + 1);
    [owners[at], owners[other]] = [owners[other] as Person, owners[at] as Person];
  }
  const passkeyIds: string[] = [];
  function* passkeys() {
    for (const [index, owner] of owners.entries()) {
      const madeMs = Math.floor(nowMs - 365 * dayMs + (index * 365 * dayMs) / owners.length);
      const [id, made] = [createId(madeMs), timeOf(madeMs)];
      if (index % 500 === 0) passkeyIds.push(id);
      const disabledAt = index % 20 === 0 ? made : "\\N";
      const publicKey = `\\\\x${randomBytes(77).toString("hex")}`;
      const credential = [
        randomBytes(32).toString("base64url"),
        owner.handle,
        publicKey,
        -7,
        0,
        "{internal,hybrid}",
        "t",
        "t",
        "t",
        aaguids[index % 3] ?? "",
        "none",
      ];
      yield line(
        tenancyId,
        id,
        owner.sub,
        "localhost",
        ...credential,
        owner.userId,
        owner.userId,
        made,
        disabledAt,
        made,
        made,
        made,
      );
    }
  }
  const copy = (into: string, lines: Iterable<string>) =>
    pipeline(Readable.from(lines), client.query(copyFrom(`COPY ${into} FROM STDIN`)));
  await copy(
    `"User" ("tenancyId", "sub", "userId", "email", "emailNormalized", "emailVouched",
      "selfService", "createdAt", "updatedAt")`,
    users(),
  );
  await copy('"UserHandle" ("tenancyId", "sub", "rpId", "userHandle", "createdAt")', handles());
  await copy(
    `"Passkey" ("tenancyId", "id", "sub", "rpId", "credentialId", "userHandle", "publicKey",
      "algorithm", "signCount", "transports", "backupEligible", "backedUp", "userVerified", "aaguid",
      "attestationFormat", "username", "displayName", "namedAt", "disabledAt", "lastUsedAt",
      "createdAt", "updatedAt")`,
    passkeys(),
  );
  await client.query("VACUUM ANALYZE");
  return {
    passkeys: owners.length,
    users: people.length,
    passkeyIds,
    userIds: people.filter((_, index) => index % 500 === 1).map(({ userId }) => userId),
  };
}
