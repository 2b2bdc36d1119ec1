import { describe, expect, test } from "vitest";
import { z } from "zod";
import { changeEmail } from "@/lib/domain/user/change-email";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { createVictim, signIn, victim } from "@/testing/planted-passkey";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { eraseDueUsers } from "./erase-due-users";
import { findPendingDeletion } from "./find-pending-deletion";
import { type DeletionRequest, requestDeletion } from "./request-deletion";
import { cancelDeletion, readDeletionUndo, undoDeletion } from "./undo-deletion";

const run = provideService();
const week = 7 * 86_400_000;
const invalid = { tag: "@error/InvalidToken" };
const forbidden = { tag: "@error/Forbidden" };

const tenancyWith = (settings: Parameters<typeof createTestTenancy>[2] = {}) =>
  createTestTenancy(run.current, {}, { accountDeletion: "on", ...settings });

const browserOf = ({ ctx }: TestTenancy) => ({
  ...ctx,
  actor: { kind: "browser" } as const,
  client: { userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/143.0" },
});

const request = (tenancy: TestTenancy, sub: string, fields: Partial<DeletionRequest> = {}) =>
  requestDeletion(browserOf(tenancy), { sub, isConfirmedAgain: false, ...fields });

/** Reads and deletes the queued emails with an undo link. */
async function takeLinks({ id }: TestTenancy) {
  const rows = await run.current.db.outboxEmail.findMany({ where: { tenancyId: id } });
  await run.current.db.outboxEmail.deleteMany({ where: { tenancyId: id } });
  const opened = await Promise.all(rows.map(({ sealed }) => openEmail(run.current, sealed ?? "")));
  return opened.flatMap((email) =>
    email.kind === "deletion-requested"
      ? [{ ...email, token: new URL(email.link).searchParams.get("token") ?? "" }]
      : [],
  );
}

/** A user who has requested the deletion, and the token of the link. */
async function requested(tenancy: TestTenancy) {
  const owner = await createVictim(tenancy);
  await request(tenancy, owner.sub);
  const [link] = await takeLinks(tenancy);
  return { ...owner, token: link?.token ?? "" };
}

const userOf = ({ id }: TestTenancy, sub: string) =>
  run.current.db.user.findUnique({ where: { tenancyId_sub: { tenancyId: id, sub } } });

/** Returns what happened to a user, in the order of the feed. */
const actionsOf = async ({ id }: TestTenancy, sub: string) =>
  (
    await run.current.db.query(z.object({ action: z.string() }))`
      SELECT "action" FROM "AuditEvent" WHERE "tenancyId" = ${id} AND "targetId" = ${sub}
        AND ("action" LIKE 'user.deletion-%' OR "action" IN ('user.enabled', 'user.disabled', 'user.erased'))
      ORDER BY "sequence"`
  ).map(({ action }) => action);

const setEmail = ({ ctx }: TestTenancy, sub: string, email: string) =>
  run.current.db.$transaction((tx) => changeEmail(ctx, tx, { sub, email, emailVerified: true }));

describe("a request with a verified mailbox", () => {
  test("disables the user at once, keeps the email owned, and emails a link", async () => {
    const tenancy = await tenancyWith();
    const { sub, device } = await createVictim(tenancy);
    const now = run.current.clock.now();
    expect(await request(tenancy, sub, { locale: "fr" })).toEqual({
      state: "pending",
      erasesAt: now + week,
    });
    expect((await signIn(tenancy, device)).status).toBe(403);
    expect(await userOf(tenancy, sub)).toMatchObject({ email: victim.email, emailVerified: true });
    const [other] = await own(tenancy, 1, { userId: "bob" });
    await expect(setEmail(tenancy, other?.sub ?? "", victim.email)).rejects.toMatchObject({
      tag: "@error/DuplicateEmail",
    });
    expect(await takeLinks(tenancy)).toMatchObject([
      {
        to: victim.email,
        locale: "fr",
        browser: "Firefox, Windows",
        createdMs: now,
        untilMs: now + week,
      },
    ]);
    expect(await actionsOf(tenancy, sub)).toEqual(["user.deletion-requested"]);
    expect(await findPendingDeletion(tenancy.ctx, sub)).toEqual({
      requestedAt: now,
      dueAt: now + week,
      staysDisabled: false,
    });
  });

  test("emails the link in the language that the user chose, not in the page’s", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    await run.current.db.user.updateMany({ where: { sub }, data: { locale: "de" } });
    await request(tenancy, sub, { locale: "fr" });
    expect(await takeLinks(tenancy)).toMatchObject([{ locale: "de" }]);
  });

  test("stores the token of the link as a hash only", async () => {
    const tenancy = await tenancyWith();
    const { token } = await requested(tenancy);
    const rows = await run.current.db.oneTimeToken.findMany({
      where: { tenancyId: tenancy.id, kind: "deletionUndo" },
    });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("also reaches the mailbox that an attacker replaced before", async () => {
    const tenancy = await tenancyWith({ notifyOfNewPasskeys: true });
    const { sub, device } = await createVictim(tenancy);
    await setEmail(tenancy, sub, "attacker@example.com");
    await request(tenancy, sub);
    const links = await takeLinks(tenancy);
    expect(links.map(({ to }) => to).sort()).toEqual([victim.email, "attacker@example.com"]);
    await undoDeletion(tenancy.ctx, links.find(({ to }) => to === victim.email)?.token ?? "");
    expect((await signIn(tenancy, device)).status).toBe(200);
  });

  test("is refused while the tenancy doesn't allow it, or is suspended, or the user is disabled", async () => {
    const off = await tenancyWith({ accountDeletion: "off" });
    const { sub } = await createVictim(off);
    await expect(request(off, sub)).rejects.toMatchObject(forbidden);
    const suspended = await tenancyWith();
    const user = await createVictim(suspended);
    await suspended.set({ suspendedAt: new Date(run.current.clock.now()) });
    await expect(request(suspended, user.sub)).rejects.toMatchObject({
      tag: "@error/InvalidTenancy",
    });
    const on = await tenancyWith();
    const disabled = await createVictim(on);
    await setUserDisabled(on.ctx, disabled.sub, true, "fraud");
    await expect(request(on, disabled.sub)).rejects.toMatchObject(forbidden);
    await expect(request(on, "unknown")).rejects.toMatchObject(forbidden);
    await expect(request(on, sub)).rejects.toMatchObject(forbidden);
  });

  test("keeps the reason in the audit log only where the tenancy asks for one", async () => {
    const asking = await tenancyWith({ accountDeletion: "reason" });
    const { sub } = await createVictim(asking);
    await expect(request(asking, sub)).rejects.toMatchObject({ tag: "@error/BadRequest" });
    await request(asking, sub, { reason: "privacy" });
    const on = await tenancyWith();
    const other = await createVictim(on);
    await request(on, other.sub, { reason: "privacy" });
    const detailOf = async (tenancyId: string) =>
      (
        await run.current.db.auditEvent.findFirst({
          where: { tenancyId, action: "user.deletion-requested" },
        })
      )?.detail;
    expect(await detailOf(asking.id)).toBe("privacy");
    expect(await detailOf(on.id)).toBeNull();
  });

  test("succeeds once of 20 at the same time", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => request(tenancy, sub)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await takeLinks(tenancy)).toHaveLength(1);
    expect(await actionsOf(tenancy, sub)).toEqual(["user.deletion-requested"]);
  });
});

describe("a request without an owned mailbox", () => {
  test("erases the user at once, after a second confirmation only", async () => {
    const tenancy = await tenancyWith();
    const [owned] = await own(tenancy, 1, { userId: "ada" });
    const sub = owned?.sub ?? "";
    await run.current.db.user.updateMany({ where: { sub }, data: { emailOwned: false } });
    await expect(request(tenancy, sub)).rejects.toMatchObject({ tag: "@error/ProofRequired" });
    expect(await userOf(tenancy, sub)).toMatchObject({ disabledAt: null });
    expect(await request(tenancy, sub, { isConfirmedAgain: true })).toEqual({ state: "erased" });
    expect(await userOf(tenancy, sub)).toBeNull();
    expect(await actionsOf(tenancy, sub)).toEqual(["user.deletion-requested", "user.erased"]);
  });

  test("never erases a user with a verified mailbox at once", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    const result = await request(tenancy, sub, { isConfirmedAgain: true });
    expect(result.state).toBe("pending");
    expect(await userOf(tenancy, sub)).not.toBeNull();
  });
});

describe("the undo link", () => {
  test("enables the user, and works once", async () => {
    const tenancy = await tenancyWith();
    const { sub, token, device } = await requested(tenancy);
    expect(await readDeletionUndo(tenancy.ctx, token)).toEqual({
      dueAt: run.current.clock.now() + week,
    });
    await undoDeletion(browserOf(tenancy), token);
    expect((await signIn(tenancy, device)).status).toBe(200);
    expect(await actionsOf(tenancy, sub)).toEqual([
      "user.deletion-requested",
      "user.deletion-cancelled",
      "user.enabled",
    ]);
    await setUserDisabled(tenancy.ctx, sub, true, "fraud");
    await expect(undoDeletion(browserOf(tenancy), token)).rejects.toMatchObject(invalid);
    await expect(readDeletionUndo(tenancy.ctx, token)).rejects.toMatchObject(invalid);
    expect(await userOf(tenancy, sub)).toMatchObject({ disabledReason: "fraud" });
    run.current.clock.advance(week);
    while ((await eraseDueUsers(run.current)) > 0);
    expect(await userOf(tenancy, sub)).not.toBeNull();
  });

  test("works however long the request took", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    const { clock } = run.current;
    const now = () => {
      clock.advance(1);
      return clock.now();
    };
    await requestDeletion(
      { ...browserOf(tenancy), clock: { now } },
      { sub, isConfirmedAgain: false },
    );
    const [link] = await takeLinks(tenancy);
    await undoDeletion(browserOf(tenancy), link?.token ?? "");
    expect((await userOf(tenancy, sub))?.disabledAt).toBeNull();
  });

  test("is used once of 20 times at the same moment", async () => {
    const tenancy = await tenancyWith();
    const { sub, token } = await requested(tenancy);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => undoDeletion(browserOf(tenancy), token)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await actionsOf(tenancy, sub)).toEqual([
      "user.deletion-requested",
      "user.deletion-cancelled",
      "user.enabled",
    ]);
  });

  test("of an earlier request can't undo a later one", async () => {
    const tenancy = await tenancyWith();
    const { sub, token } = await requested(tenancy);
    await cancelDeletion(tenancy.ctx, sub);
    run.current.clock.advance(1_000);
    await request(tenancy, sub);
    const [second] = await takeLinks(tenancy);
    await expect(undoDeletion(browserOf(tenancy), token)).rejects.toMatchObject(invalid);
    await undoDeletion(browserOf(tenancy), second?.token ?? "");
    expect(await userOf(tenancy, sub)).toMatchObject({ disabledAt: null });
  });

  test("leaves a user disabled whom an operator disabled meanwhile", async () => {
    const tenancy = await tenancyWith();
    const { sub, token, device } = await requested(tenancy);
    await setUserDisabled(tenancy.ctx, sub, true, "fraud");
    await undoDeletion(browserOf(tenancy), token);
    expect((await signIn(tenancy, device)).status).toBe(403);
    expect(await userOf(tenancy, sub)).toMatchObject({ disabledReason: "fraud" });
    expect(await findPendingDeletion(tenancy.ctx, sub)).toBeNull();
    expect(await actionsOf(tenancy, sub)).toEqual([
      "user.deletion-requested",
      "user.disabled",
      "user.deletion-cancelled",
    ]);
  });

  test("does nothing after an operator enabled the user, and again disabled them", async () => {
    const tenancy = await tenancyWith();
    const { sub, token } = await requested(tenancy);
    await setUserDisabled(tenancy.ctx, sub, false);
    expect(await actionsOf(tenancy, sub)).toEqual([
      "user.deletion-requested",
      "user.deletion-cancelled",
      "user.enabled",
    ]);
    await setUserDisabled(tenancy.ctx, sub, true, "fraud");
    await expect(undoDeletion(browserOf(tenancy), token)).rejects.toMatchObject(invalid);
    run.current.clock.advance(week);
    while ((await eraseDueUsers(run.current)) > 0);
    expect(await userOf(tenancy, sub)).toMatchObject({ disabledReason: "fraud" });
  });

  test("does nothing after a week, of another tenancy, or once the user is erased", async () => {
    const tenancy = await tenancyWith();
    const { sub, token } = await requested(tenancy);
    const other = await tenancyWith();
    await expect(undoDeletion(browserOf(other), token)).rejects.toMatchObject(invalid);
    await expect(undoDeletion(browserOf(tenancy), "unknown")).rejects.toMatchObject(invalid);
    run.current.clock.advance(week);
    await expect(undoDeletion(browserOf(tenancy), token)).rejects.toMatchObject(invalid);
    await eraseUser(tenancy.ctx, sub);
    await expect(undoDeletion(browserOf(tenancy), token)).rejects.toMatchObject(invalid);
  });

  test("still works after the email changed", async () => {
    const tenancy = await tenancyWith();
    const { sub, token } = await requested(tenancy);
    await setEmail(tenancy, sub, "new@example.com");
    await undoDeletion(browserOf(tenancy), token);
    expect(await userOf(tenancy, sub)).toMatchObject({
      disabledAt: null,
      email: "new@example.com",
    });
  });
});

describe("an operator", () => {
  test("cancels the deletion", async () => {
    const tenancy = await tenancyWith();
    const { sub, device } = await requested(tenancy);
    expect(await cancelDeletion(tenancy.ctx, sub)).toEqual({ isChanged: true });
    expect((await signIn(tenancy, device)).status).toBe(200);
    expect(await cancelDeletion(tenancy.ctx, sub)).toEqual({ isChanged: false });
    await expect(cancelDeletion(tenancy.ctx, "unknown")).rejects.toMatchObject({
      tag: "@error/NotFound",
    });
  });

  test("doesn't enable a user who was disabled for another reason", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    await setUserDisabled(tenancy.ctx, sub, true, "fraud");
    expect(await cancelDeletion(tenancy.ctx, sub)).toEqual({ isChanged: false });
    expect(await userOf(tenancy, sub)).toMatchObject({ disabledReason: "fraud" });
  });
});

test("a release that doesn't know the request can't make it erase an enabled user", async () => {
  const tenancy = await tenancyWith();
  const { sub } = await requested(tenancy);
  const where = { tenancyId: tenancy.id, sub };
  // As the previous release enables a user, and later disables them.
  await run.current.db.user.updateMany({ where, data: { disabledAt: null } });
  expect(await findPendingDeletion(tenancy.ctx, sub)).toBeNull();
  run.current.clock.advance(week);
  await run.current.db.user.updateMany({
    where,
    data: { disabledAt: new Date(run.current.clock.now()) },
  });
  while ((await eraseDueUsers(run.current)) > 0);
  expect(await userOf(tenancy, sub)).not.toBeNull();
});
