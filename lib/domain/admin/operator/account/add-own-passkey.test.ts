import { describe, expect, test } from "vitest";
import {
  approvePasskey,
  listWaitingPasskeys,
  refusePasskey,
} from "@/lib/domain/admin/operator/members/waiting-passkeys";
import {
  findSession,
  type OperatorSession,
  strengthOf,
} from "@/lib/domain/admin/operator/session/find-session";
import { signIn } from "@/lib/domain/admin/operator/session/sign-in";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { lifetimes } from "@/lib/limits";
import { createOperatorDevice, openSystem, runCeremony } from "@/testing/operator-ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { addOwnPasskey, authorizeOwnPasskey } from "./add-own-passkey";
import { listOwnPasskeys } from "./list-own-passkeys";
import { removeOwnPasskey } from "./remove-own-passkey";

const run = provideService();

interface Wanted {
  role?: "owner" | "admin" | "support";
  signIn?: "passkey" | "code";
  isSteppedUp?: boolean;
  tenancyId?: string;
}

async function createPerson(wanted: Wanted = {}) {
  const system = await openSystem(run.current);
  const tenancyId = wanted.tenancyId ?? (await createTestTenancy(run.current)).id;
  const made = await createTestOperator(run.current, { ...wanted, tenancyId });
  const session = await findSession(run.current, made.cookie);
  if (session === null) throw new Error("no session was opened");
  return { ...made, system, tenancyId, session };
}
type Made = Awaited<ReturnType<typeof createPerson>>;

async function add(
  { system, session }: Pick<Made, "system" | "session">,
  device = createOperatorDevice(run.current),
) {
  const { trustedFromMs } = await addOwnPasskey(
    system,
    session,
    await runCeremony(system, device, await authorizeOwnPasskey(system, session)),
  );
  const [newest] = await run.current.db.passkey.findMany({
    where: { sub: session.sub },
    orderBy: { createdAt: "desc" },
    take: 1,
  });
  return { device, trustedFromMs, passkeyId: newest?.id ?? "" };
}

/** Creates the person's context in a tenancy. */
const at = async (person: Made, tenancyId = person.tenancyId) => {
  const tenancy = { ...person.system.tenancy, id: tenancyId, isSystem: false };
  return { ...person.system, tenancy, actor: { kind: "operator" as const, id: person.sub } };
};

/** Emails about that person's new passkeys. Other tests queue other emails, and rows that hold none. */
async function newsOf({ email }: Pick<Made, "email">) {
  const rows = await run.current.db.outboxEmail.findMany({
    where: { challengeId: null, sealed: { contains: "." } },
  });
  const mails = await Promise.all(rows.map(({ sealed }) => openEmail(run.current, sealed ?? "")));
  return mails.filter((mail) => mail.kind === "new-passkey" && mail.person === email);
}

describe("adding a passkey", () => {
  test("makes it trusted immediately in a session with a fresh passkey, and sends no email", async () => {
    const person = await createPerson();
    expect((await add(person)).trustedFromMs).toBe(run.current.clock.now());
    expect(await newsOf(person)).toEqual([]);
    expect(await listOwnPasskeys(person.system, person.session)).toMatchObject([
      { trustedFrom: run.current.clock.now(), isDisabled: false, isInUse: false },
    ]);
  });

  test("waits a day in a code session, and emails the system owners and the tenancies’ owners", async () => {
    const person = await createPerson({ role: "support", signIn: "code", isSteppedUp: false });
    const owner = await createTestOperator(run.current, { tenancyId: person.tenancyId });
    const admin = await createTestOperator(run.current, {
      tenancyId: person.tenancyId,
      role: "admin",
    });
    const systemOwner = await createTestOperator(run.current);
    const stranger = await createPerson();
    const { trustedFromMs, device } = await add(person);
    expect(trustedFromMs).toBe(run.current.clock.now() + lifetimes.passkeyTrustMs);
    const mails = await newsOf(person);
    const recipients = mails.map(({ to }) => to);
    for (const mail of mails)
      expect(mail).toMatchObject({
        kind: "new-passkey",
        person: person.email,
        untilMs: trustedFromMs,
      });
    expect(recipients).toEqual(
      expect.arrayContaining([owner.email, systemOwner.email, person.email]),
    );
    for (const other of [admin, stranger]) expect(recipients).not.toContain(other.email);
    const session = await findSession(
      run.current,
      await signIn(person.system, await runCeremony(person.system, device)),
    );
    expect(session).toMatchObject({ sub: person.sub, steppedUpAt: null });
  });

  test("requires a step-up in a passkey session", async () => {
    const person = await createPerson({ isSteppedUp: false });
    await expect(add(person)).rejects.toMatchObject({ tag: "@error/Forbidden" });
    expect(
      await run.current.db.operatorPasskey.count({ where: { passkey: { sub: person.sub } } }),
    ).toBe(0);
  });

  test("rejects the code of another account's registration or of a sign-in", async () => {
    const person = await createPerson();
    const other = await createPerson();
    const code = await runCeremony(
      other.system,
      createOperatorDevice(run.current),
      await authorizeOwnPasskey(other.system, other.session),
    );
    await expect(addOwnPasskey(person.system, person.session, code)).rejects.toMatchObject({
      tag: "@error/InvalidCode",
    });
    const { device } = await add(person);
    await expect(
      addOwnPasskey(person.system, person.session, await runCeremony(person.system, device)),
    ).rejects.toMatchObject({ tag: "@error/InvalidCode" });
    expect(
      await run.current.db.operatorPasskey.count({
        where: { passkey: { sub: { in: [person.sub, other.sub] } } },
      }),
    ).toBe(1);
  });
});

describe("a waiting passkey", () => {
  async function createWaiting() {
    const person = await createPerson({ signIn: "code", isSteppedUp: false });
    const approver = await createPerson({ tenancyId: person.tenancyId });
    return { person, approver, ...(await add(person)) };
  }

  test("is trusted immediately once another owner approves it, and the approval is audited", async () => {
    const { approver, person, passkeyId } = await createWaiting();
    const ctx = await at(approver);
    expect(await listWaitingPasskeys(ctx, approver.session)).toMatchObject([
      { passkeyId, email: person.email, mayDecide: true },
    ]);
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => approvePasskey(ctx, { passkeyId, approver: approver.session })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await run.current.db.operatorPasskey.findFirst({ where: { passkeyId } })).toMatchObject({
      trustedFrom: new Date(run.current.clock.now()),
      approvedBy: approver.sub,
    });
    expect(
      await run.current.db.auditEvent.findMany({
        where: { targetId: passkeyId, action: "operator.passkey-approved" },
      }),
    ).toMatchObject([{ tenancyId: person.tenancyId, actorId: approver.sub }]);
    expect(await listWaitingPasskeys(ctx, approver.session)).toEqual([]);
  });

  test("opens only code sessions until it is trusted", async () => {
    const { person, approver, passkeyId, device } = await createWaiting();
    const cookie = await signIn(person.system, await runCeremony(person.system, device));
    const strength = async () =>
      strengthOf(
        (await findSession(run.current, cookie)) as OperatorSession,
        run.current.clock.now(),
      );
    expect(await strength()).toBe("code");
    run.current.clock.advance(lifetimes.passkeyTrustMs / 4);
    await approvePasskey(await at(approver), { passkeyId, approver: approver.session });
    expect(await strength()).toBe("passkey");
  });

  test("becomes trusted a day later, but not fresh", async () => {
    const { person, device } = await createWaiting();
    const cookie = await signIn(person.system, await runCeremony(person.system, device));
    const strength = async () =>
      strengthOf(
        (await findSession(run.current, cookie)) as OperatorSession,
        run.current.clock.now(),
      );
    for (let quarter = 0; quarter < 4; quarter++) {
      expect(await strength()).toBe("code");
      run.current.clock.advance(lifetimes.passkeyTrustMs / 4);
    }
    expect(await strength()).toBe("passkey");
  });

  test("leaves an older stepped-up code session a code session", async () => {
    const { session } = await createPerson({ signIn: "code", isSteppedUp: true });
    expect(strengthOf(session, run.current.clock.now())).toBe("code");
    const { trustedFromMs } = await add({ system: await openSystem(run.current), session });
    expect(trustedFromMs).toBe(run.current.clock.now() + lifetimes.passkeyTrustMs);
  });

  test("cannot be approved by its operator, nor from a tenancy where they have no role", async () => {
    const { person, passkeyId } = await createWaiting();
    const stranger = await createPerson();
    await expect(
      approvePasskey(await at(person), { passkeyId, approver: person.session }),
    ).rejects.toMatchObject({ tag: "@error/NotFound" });
    await expect(
      approvePasskey(await at(stranger), { passkeyId, approver: stranger.session }),
    ).rejects.toMatchObject({ tag: "@error/NotFound" });
  });

  test("needs an owner of all its operator's tenancies, or of the installation", async () => {
    const { person, approver, passkeyId } = await createWaiting();
    const elsewhere = await createTestTenancy(run.current);
    await run.current.db.operator.create({
      data: { tenancyId: elsewhere.id, sub: person.sub, role: "auditor", createdAt: new Date(0) },
    });
    const ctx = await at(approver);
    expect(await listWaitingPasskeys(ctx, approver.session)).toMatchObject([
      { passkeyId, mayDecide: false },
    ]);
    for (const decide of [approvePasskey, refusePasskey])
      await expect(decide(ctx, { passkeyId, approver: approver.session })).rejects.toMatchObject({
        tag: "@error/NotFound",
      });
    const root = await createTestOperator(run.current);
    const session = (await findSession(run.current, root.cookie)) as OperatorSession;
    await approvePasskey(ctx, { passkeyId, approver: session });
  });

  test("is deleted with all its operator's sessions when it is refused", async () => {
    const { person, approver, passkeyId, device } = await createWaiting();
    const cookie = await signIn(person.system, await runCeremony(person.system, device));
    await refusePasskey(await at(approver), { passkeyId, approver: approver.session });
    expect(await run.current.db.passkey.count({ where: { id: passkeyId } })).toBe(0);
    for (const ended of [cookie, person.cookie])
      expect(await findSession(run.current, ended)).toBeNull();
    expect(await run.current.db.operator.count({ where: { sub: person.sub } })).toBe(1);
  });
});

describe("removing a passkey", () => {
  test("ends the sessions that use it, and works on the operator's own passkeys only", async () => {
    const person = await createPerson();
    const stranger = await createPerson();
    const { device, passkeyId } = await add(person);
    run.current.clock.advance(1);
    await add(person);
    const cookie = await signIn(person.system, await runCeremony(person.system, device));
    await expect(
      removeOwnPasskey(stranger.system, stranger.session, passkeyId),
    ).rejects.toMatchObject({ tag: "@error/NotFound" });
    await removeOwnPasskey(person.system, person.session, passkeyId);
    expect(await findSession(run.current, cookie)).toBeNull();
    expect(await run.current.db.operatorSession.count({ where: { passkeyId } })).toBe(0);
    expect(await findSession(run.current, person.cookie)).not.toBeNull();
  });

  test("keeps the last trusted passkey, even in two concurrent removals", async () => {
    const person = await createPerson();
    const first = await add(person);
    run.current.clock.advance(1);
    const second = await add(person);
    run.current.clock.advance(1);
    const waiting = await add({
      ...person,
      session: { ...person.session, signIn: "code", steppedUpAt: null },
    });
    const outcomes = await Promise.allSettled(
      [first, second].map(({ passkeyId }) =>
        removeOwnPasskey(person.system, person.session, passkeyId),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await removeOwnPasskey(person.system, person.session, waiting.passkeyId);
    const [left] = await listOwnPasskeys(person.system, person.session);
    await expect(
      removeOwnPasskey(person.system, person.session, left?.id ?? ""),
    ).rejects.toMatchObject({ tag: "@error/Forbidden" });
  });
});
