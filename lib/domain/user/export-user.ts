import { z } from "zod";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { ownedEmailOf } from "./owned-email-of";

const pageRows = 500;

const base64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** Reads the emails to an address in local mode. */
async function readInbox(
  { db, tenancy }: Pick<TenancyContext, "db" | "tenancy">,
  address: string | null,
) {
  // Raw, because Prisma compares without case by ILIKE, in which _ and % match more.
  const received = await db.query(z.object({ id: z.string() }))`
    SELECT "id" FROM "InboxMail"
    WHERE "tenancyId" = ${tenancy.id} AND lower("recipient") = lower(${address})`;
  return db.inboxEmail.findMany({
    where: { tenancyId: tenancy.id, id: { in: received.map(({ id }) => id) } },
    omit: { tenancyId: true },
  });
}

/**
 * Reads all rows about the user except audit events. Hashes of secrets are left out, and so is what
 * concerns a mailbox that the user only claims.
 */
async function readPerson({ db, tenancy }: TenancyContext, sub: string) {
  const tenancyId = tenancy.id;
  const user = await db.user.findUnique({
    where: { tenancyId_sub: { tenancyId, sub } },
    omit: { tenancyId: true },
  });
  if (user === null) throw new ServiceError("@error/NotFound");
  const owned = ownedEmailOf(user);
  const passkeys = await db.passkey.findMany({
    where: { tenancyId, sub },
    orderBy: { id: "desc" },
    omit: { tenancyId: true, sub: true },
  });
  const toUser = [
    { userId: user.userId ?? sub },
    ...(owned === null ? [] : [{ emailNormalized: owned.normalized }]),
  ];
  const challenges = await db.challenge.findMany({
    where: { tenancyId, OR: toUser },
    orderBy: { id: "desc" },
    omit: { tenancyId: true, secretHash: true, codeMac: true },
  });
  const challengeIds = challenges.map(({ id }) => id);
  return {
    user,
    previousEmails: await db.previousEmail.findMany({
      where: { tenancyId, sub },
      omit: { tenancyId: true, sub: true },
    }),
    userHandles: await db.userHandle.findMany({
      where: { tenancyId, sub },
      omit: { tenancyId: true, sub: true },
    }),
    formerUserHandles: await db.formerUserHandle.findMany({
      where: { tenancyId, sub },
      omit: { tenancyId: true, sub: true },
    }),
    passkeys: passkeys.map(
      ({ publicKey, attestationObject, clientDataHash, signCount, ...passkey }) => ({
        ...passkey,
        signCount: Number(signCount),
        publicKey: base64Url(publicKey),
        attestationObject: attestationObject === null ? null : base64Url(attestationObject),
        clientDataHash: clientDataHash === null ? null : base64Url(clientDataHash),
      }),
    ),
    challenges,
    mails: await db.outboxEmail.findMany({
      where: { tenancyId, challengeId: { in: challengeIds } },
      omit: { tenancyId: true, sealed: true },
    }),
    localInbox: await readInbox({ db, tenancy }, owned?.shown ?? null),
    mailboxLimits:
      owned === null
        ? null
        : await db.mailbox.findUnique({
            where: { tenancyId_email: { tenancyId, email: owned.normalized } },
            omit: { tenancyId: true },
          }),
  };
}

/** Yields pages of the audit events about each target, oldest first per target. */
async function* eventsAbout({ db, tenancy }: TenancyContext, targetIds: string[]) {
  for (const targetId of targetIds)
    for (let after = "", isFull = true; isFull;) {
      const events = await db.auditEvent.findMany({
        where: { tenancyId: tenancy.id, targetId, id: { gt: after } },
        orderBy: { id: "asc" },
        take: pageRows,
        omit: { tenancyId: true, sealId: true },
      });
      yield events;
      after = events.at(-1)?.id ?? after;
      isFull = events.length === pageRows;
    }
}

/** Yields pages of timeline events, oldest first. */
async function* timelineOf(
  { db, tenancy }: TenancyContext,
  by: { sub: string } | { email: string },
) {
  for (let after = "", isFull = true; isFull;) {
    const events = await db.timelineEvent.findMany({
      where: { tenancyId: tenancy.id, ...by, id: { gt: after } },
      orderBy: { id: "asc" },
      take: pageRows,
      omit: { tenancyId: true },
    });
    yield events;
    after = events.at(-1)?.id ?? after;
    isFull = events.length === pageRows;
  }
}

/** Yields the items of all pages as an indented JSON array without its brackets. */
async function* toItems(pages: AsyncIterable<object[]>[]) {
  let separator = "\n    ";
  for (const each of pages)
    for await (const page of each)
      yield page
        .map((item) => {
          const text = `${separator}${JSON.stringify(item)}`;
          separator = ",\n    ";
          return text;
        })
        .join("");
}

async function* toJsonChunks(
  ctx: TenancyContext,
  { sub, ...person }: Awaited<ReturnType<typeof readPerson>> & { sub: string },
) {
  const { user, passkeys, challenges } = person;
  const head = JSON.stringify(person, null, 2);
  yield `${head.slice(0, head.lastIndexOf("\n}"))},\n  "activity": [`;
  const targets = [sub, ...passkeys.map(({ id }) => id), ...challenges.map(({ id }) => id)];
  yield* toItems([eventsAbout(ctx, targets)]);
  yield '\n  ],\n  "timeline": [';
  const email = ownedEmailOf(user)?.normalized ?? null;
  yield* toItems([
    timelineOf(ctx, { sub }),
    ...(email === null ? [] : [timelineOf(ctx, { email })]),
  ]);
  yield "\n  ]\n}\n";
}

/**
 * Exports everything stored about a user as one JSON document, in chunks. Audited.
 * @throws NotFound
 */
export async function exportUser(ctx: TenancyContext, sub: string): Promise<AsyncIterable<string>> {
  const person = await readPerson(ctx, sub);
  await recordAudit(ctx, ctx.db, { action: "user.exported", target: { kind: "user", id: sub } });
  return toJsonChunks(ctx, { sub, ...person });
}
