import { expect, test } from "vitest";
import { deletePasskeysByIds } from "@/lib/domain/passkey/delete-passkeys";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { authenticate } from "@/testing/ceremonies";
import { challengeOf, verify } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { listTimeline, type TimelineFilter } from "./list-timeline";

const run = provideService();
const mailbox = "ada@example.com";

/** A user with a sign-in, a verified code and changes by an operator and by an API key. */
async function createHistory() {
  const tenancy = await createTestTenancy(run.current);
  const { sub: operatorId, email: operatorEmail } = await createTestOperator(run.current, {
    tenancyId: tenancy.id,
  });
  const tick = () => run.current.clock.advance(1);
  const [owned] = await own(tenancy, 1, { userId: "ada" });
  if (owned === undefined) throw new Error("no passkey");
  const { passkeyId, device } = owned;
  const { sub } = await run.current.db.passkey.findFirstOrThrow({ where: { id: passkeyId } });
  tick();
  await authenticate(tenancy, device);
  tick();
  const challenge = await challengeOf(tenancy, { email: mailbox });
  tick();
  await verify(tenancy, challenge);
  tick();
  await tenancy.backend("PATCH", `passkeys/${passkeyId}`, { username: "ada" });
  tick();
  const ctx = { ...tenancy.ctx, actor: { kind: "operator", id: operatorId } as const };
  await setUserDisabled(ctx, sub, true, "asked to be locked");
  await run.current.timeline.flush();
  const person = { sub, mailbox, passkeyIds: [passkeyId] };
  const list = (filter?: TimelineFilter) => listTimeline(ctx, person, { filter }, 50);
  return { tenancy, ctx, person, passkeyId, challenge, operatorEmail, list, tick };
}

const kindsOf = ({ entries }: { entries: { kind: string }[] }) => entries.map(({ kind }) => kind);

test("marks a passkey of another user", async () => {
  const { tenancy, ctx, tick } = await createHistory();
  const [named, other] = [
    await own(tenancy, 1, { userId: "grace" }),
    await own(tenancy, 1, { userId: "mary" }),
  ].map(([owned]) => owned);
  if (named === undefined || other === undefined) throw new Error("no passkey");
  tick();
  noteEvent(ctx, "sign-in.refused", { sub: named.sub, passkeyId: other.passkeyId });
  await run.current.timeline.flush();
  const person = { sub: named.sub, mailbox: null, passkeyIds: [named.passkeyId] };
  const { entries } = await listTimeline(ctx, person, {}, 1);
  expect(entries).toMatchObject([{ passkey: { id: other.passkeyId, isOthers: true } }]);
});

test("merges what the user did with what others changed, newest first, each once", async () => {
  const { list, passkeyId, challenge, operatorEmail, person } = await createHistory();
  const { entries, next } = await list();
  expect(next).toBeNull();
  expect(kindsOf({ entries })).toEqual([
    "user.disabled",
    "passkey.renamed",
    "code.verified",
    "code.requested",
    "sign-in.succeeded",
    "registration.succeeded",
  ]);
  expect(entries).toMatchObject([
    { note: "asked to be locked", actor: { kind: "operator", name: operatorEmail } },
    { actor: { kind: "apiKey", name: "Test" }, passkey: { id: passkeyId, exists: true } },
    { challenge: { id: challenge.challengeId, exists: true }, actor: null },
    { requestId: expect.any(String) },
    {
      user: { sub: person.sub },
      addressPrefix: "203.0.113.0/24",
      passkey: { id: passkeyId, isOthers: false },
    },
    {},
  ]);
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort((a, b) => b - a));
});

test("lists only sign-ins, only codes, or only changes", async () => {
  const { list } = await createHistory();
  expect(kindsOf(await list("sign-ins"))).toEqual(["sign-in.succeeded", "registration.succeeded"]);
  expect(kindsOf(await list("codes"))).toEqual(["code.verified", "code.requested"]);
  expect(kindsOf(await list("changes"))).toEqual(["user.disabled", "passkey.renamed"]);
});

test("lists what users changed themselves among the changes", async () => {
  const { ctx, person, passkeyId, list, tick } = await createHistory();
  const user = { ...ctx, actor: { kind: "browser" } as const };
  tick();
  await recordAudit(user, ctx.db, {
    action: "user.email-changed",
    target: { kind: "user", id: person.sub },
  });
  tick();
  await deletePasskeysByIds(user, [passkeyId]);
  const { entries } = await list("changes");
  expect(kindsOf({ entries }).slice(0, 3)).toEqual([
    "passkey.deleted",
    "user.email-changed",
    "user.disabled",
  ]);
  expect(entries[0]?.actor).toEqual({ kind: "browser", id: null, name: null });
});

test("pages never repeat or skip an entry", async () => {
  const { ctx, person, list } = await createHistory();
  const all = kindsOf(await list());
  const paged: string[] = [];
  for (let before: string | undefined, pages = 0; pages < 10; pages++) {
    const { entries, next } = await listTimeline(ctx, person, { before }, 2);
    paged.push(...kindsOf({ entries }));
    if (next === null) break;
    before = next;
  }
  expect(paged).toEqual(all);
});

test("says who deleted a passkey and why, and who retried a code", async () => {
  const { ctx, person, passkeyId, challenge, list, tick } = await createHistory();
  tick();
  await setPasskeysEnabled(ctx, { passkeyIds: [passkeyId], enabled: false, reason: "lost" });
  tick();
  await deletePasskeysByIds(ctx, [passkeyId], "replaced");
  tick();
  await run.current.db.auditEvent.create({
    data: {
      tenancyId: ctx.tenancy.id,
      id: ctx.createId(),
      action: "mail.retried",
      actorKind: "operator",
      targetKind: "challenge",
      targetId: challenge.challengeId,
      createdAt: new Date(run.current.clock.now()),
    },
  });
  const { entries } = await listTimeline(ctx, { ...person, passkeyIds: [] }, {}, 3);
  expect(entries).toMatchObject([
    { kind: "mail.retried", challenge: { exists: true } },
    { kind: "passkey.deleted", note: "replaced", passkey: { id: passkeyId, exists: false } },
    { kind: "passkey.disabled", note: "lost" },
  ]);
  expect((await list()).entries).toHaveLength(9);
});

test("a search that reads its bound says how far it got, and continues from there", async () => {
  const { ctx, person } = await createHistory();
  const oldest = await listTimeline(ctx, person, { filter: "codes" }, 50);
  const noise = { tenancyId: ctx.tenancy.id, kind: "sign-in.succeeded", sub: person.sub };
  await run.current.db.timelineEvent.createMany({
    data: Array.from({ length: 6_000 }, () => ({
      ...noise,
      id: ctx.createId(),
      createdAt: new Date(run.current.clock.now()),
    })),
  });
  run.current.clock.advance(1);
  noteEvent(ctx, "sign-in.by-code", { sub: person.sub });
  await run.current.timeline.flush();
  const ofUser = { ...person, mailbox: null };
  const first = await listTimeline(ctx, ofUser, { filter: "codes" }, 50);
  expect(first).toMatchObject({ entries: [], next: expect.any(String) });
  expect(first.stoppedAt).toBe(run.current.clock.now() - 1);
  const second = await listTimeline(ctx, person, { filter: "codes", before: first.next ?? "" }, 50);
  expect(kindsOf(second)).toEqual(kindsOf(oldest));
  expect(second.next).toBeNull();
});
