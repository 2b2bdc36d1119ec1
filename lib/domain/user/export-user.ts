import { z } from "zod";
import type { ExportedUser, UserExportLine } from "@/lib/contract/user-export";
import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { ownedEmailOf } from "./owned-email";

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
    deletion: await db.userDeletion.findUnique({
      where: { tenancyId_sub: { tenancyId, sub } },
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
    mailboxProblem:
      owned === null
        ? null
        : await db.mailboxProblem.findUnique({
            where: { tenancyId_email: { tenancyId, email: owned.normalized } },
            omit: { tenancyId: true },
          }),
  };
}

type Person = Awaited<ReturnType<typeof readPerson>>;

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

/** The events about a user: of the audit log, and of the timeline. */
function eventsOf(ctx: TenancyContext, { user, passkeys, challenges }: Person) {
  const { sub } = user;
  const targets = [sub, ...passkeys.map(({ id }) => id), ...challenges.map(({ id }) => id)];
  const email = ownedEmailOf(user)?.normalized ?? null;
  return {
    activity: [eventsAbout(ctx, targets)],
    timeline: [timelineOf(ctx, { sub }), ...(email === null ? [] : [timelineOf(ctx, { email })])],
  };
}

async function* toJsonChunks(ctx: TenancyContext, person: Person) {
  const { activity, timeline } = eventsOf(ctx, person);
  const head = JSON.stringify(person, null, 2);
  yield `${head.slice(0, head.lastIndexOf("\n}"))},\n  "activity": [`;
  yield* toItems(activity);
  yield '\n  ],\n  "timeline": [';
  yield* toItems(timeline);
  yield "\n  ]\n}\n";
}

async function readAudited(ctx: TenancyContext, sub: string): Promise<Person> {
  const person = await readPerson(ctx, sub);
  await recordAudit(ctx, ctx.db, { action: "user.exported", target: { kind: "user", id: sub } });
  return person;
}

/**
 * Exports everything stored about a user as one JSON document, in chunks. Audited.
 * @throws NotFound
 */
export const exportUser = async (
  ctx: TenancyContext,
  sub: string,
): Promise<AsyncIterable<string>> => toJsonChunks(ctx, await readAudited(ctx, sub));

/**
 * Exports the same as lines: the user, each event, and a last line with the number of events.
 * Audited before the first line, even if the consumer stops early.
 * @throws NotFound before the first line
 */
export async function* exportUserLines(
  ctx: TenancyContext,
  sub: string,
): AsyncGenerator<UserExportLine, void, undefined> {
  const person = await readAudited(ctx, sub);
  const { mails, ...rows } = person;
  // As JSON, so that times are texts like in the document.
  const plain = (value: object) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  yield { _tag: "ExportedUser", ...plain({ ...rows, emails: mails }) } as ExportedUser;
  const { activity, timeline } = eventsOf(ctx, person);
  let events = 0;
  for (const [tag, sources] of [
    ["ExportedAuditEvent", activity],
    ["ExportedTimelineEvent", timeline],
  ] as const)
    for (const pages of sources)
      for await (const page of pages)
        for (const event of page) {
          yield { _tag: tag, event: plain(event) };
          events += 1;
        }
  yield { _tag: "UserExportEnd", events };
}
