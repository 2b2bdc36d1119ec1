import { beforeEach, describe, expect, test } from "vitest";
import { readPasskeyReport, reportPasskey } from "@/lib/domain/passkey/report-passkey";
import { changeEmail, purgePreviousEmails } from "@/lib/domain/user/change-email";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { limits } from "@/lib/limits";
import { beginRegistration, register, registerSelf } from "@/testing/ceremonies";
import {
  createVictim,
  newDevice,
  plantByCode,
  plantPasskey,
  signIn,
  victim,
} from "@/testing/planted-passkey";
import { provideService } from "@/testing/provide-service";
import { purgeAll } from "@/testing/purge-all";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const week = 7 * 86_400_000;
const notifies = { notifyOfNewPasskeys: true };
const invalid = { tag: "@error/InvalidToken" };
const tenancyWith = (settings: Parameters<typeof createTestTenancy>[2] = notifies) =>
  createTestTenancy(run.current, {}, settings);

beforeEach(async () => {
  await run.current.db.outboxEmail.deleteMany();
});

/** Reads and deletes the queued notices of new passkeys. */
async function takeNotices({ id }: TestTenancy) {
  const rows = await run.current.db.outboxEmail.findMany({ where: { tenancyId: id } });
  await run.current.db.outboxEmail.deleteMany({ where: { tenancyId: id } });
  const opened = await Promise.all(rows.map(({ sealed }) => openEmail(run.current, sealed ?? "")));
  return opened.flatMap((email) => {
    if (email.kind !== "passkey-added") return [];
    const token = new URL(email.link).searchParams.get("token") ?? "";
    return [{ ...email, token }];
  });
}

/** Creates the victim, plants a passkey, and returns the notice's token. */
async function planted(tenancy: TestTenancy, plant = plantPasskey) {
  const owner = await createVictim(tenancy);
  await takeNotices(tenancy);
  run.current.clock.advance(1_000);
  const attacker = newDevice();
  await plant(tenancy, attacker);
  const [notice] = await takeNotices(tenancy);
  return { owner, attacker, token: notice?.token ?? "" };
}

/** Registers another passkey of the victim, and returns its notice's token. */
async function notified(tenancy: TestTenancy) {
  const device = newDevice();
  await register(tenancy, device, victim);
  const [notice] = await takeNotices(tenancy);
  return { device, token: notice?.token ?? "" };
}

const change = (tenancy: TestTenancy, sub: string, email: string) =>
  run.current.db.$transaction((tx) =>
    changeEmail({ ...tenancy.ctx, tenancy: { ...tenancy.ctx.tenancy, ...notifies } }, tx, {
      sub,
      email,
      emailVerified: true,
    }),
  );

describe.each([
  ["registers", plantPasskey],
  ["is linked by a code", plantByCode],
])("a planted passkey that %s", (_name, plant) => {
  test("is added without a word by default", async () => {
    const tenancy = await tenancyWith({});
    const { attacker } = await planted(tenancy, plant);
    expect((await signIn(tenancy, attacker)).status).toBe(200);
    const reports = { tenancyId: tenancy.id, kind: "passkeyReport" } as const;
    expect(await run.current.db.oneTimeToken.count({ where: reports })).toBe(0);
  });

  test("is reported to its user, who disables it", async () => {
    const tenancy = await tenancyWith();
    const { owner, attacker, token } = await planted(tenancy, plant);
    expect((await signIn(tenancy, attacker)).status).toBe(200);
    await reportPasskey(tenancy.ctx, token);
    expect(await signIn(tenancy, attacker)).toMatchObject({
      status: 403,
      body: { _tag: "@error/PasskeyDisabled" },
    });
    expect((await signIn(tenancy, owner.device)).status).toBe(200);
  });
});

describe("a notice", () => {
  test("is queued with the passkey, for owned emails only", async () => {
    const tenancy = await tenancyWith();
    await registerSelf(tenancy, newDevice(), { username: "claimed@example.com" });
    expect(await takeNotices(tenancy)).toEqual([]);
    await register(tenancy, newDevice(), victim);
    await takeNotices(tenancy);
    await plantPasskey(tenancy, newDevice());
    const [notice, ...others] = await takeNotices(tenancy);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      to: victim.email,
      untilMs: run.current.clock.now() + week,
      createdMs: run.current.clock.now(),
    });
    expect(notice?.link).toContain(`/auth/${tenancy.id}/report-passkey?token=`);
  });

  test("is in the language that the user chose, else in the tenancy’s", async () => {
    const tenancy = await tenancyWith({ ...notifies, locale: "fr" });
    const { sub } = await createVictim(tenancy);
    await takeNotices(tenancy);
    await plantPasskey(tenancy, newDevice());
    expect(await takeNotices(tenancy)).toMatchObject([{ locale: "fr" }]);
    await run.current.db.user.updateMany({ where: { sub }, data: { locale: "de" } });
    await plantPasskey(tenancy, newDevice());
    expect(await takeNotices(tenancy)).toMatchObject([{ locale: "de" }]);
    await plantByCode(tenancy, newDevice());
    expect(await takeNotices(tenancy)).toMatchObject([{ locale: "de" }]);
  });

  test("names the user's browser, and none if a backend linked the passkey", async () => {
    const tenancy = await tenancyWith();
    await createVictim(tenancy);
    await takeNotices(tenancy);
    const { sessionToken, optionsJSON } = await beginRegistration(tenancy, victim);
    await tenancy.browser(
      "POST",
      "passkey/registration/verification",
      { sessionToken, response: newDevice().register(optionsJSON) },
      { "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/143.0" },
    );
    expect(await takeNotices(tenancy)).toMatchObject([{ browser: "Firefox, Windows" }]);
    await plantByCode(tenancy, newDevice());
    expect(await takeNotices(tenancy)).toMatchObject([{ browser: null }]);
  });

  test("goes to each replaced email, too, for seven days after its change", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    await change(tenancy, sub, "new@example.com");
    const recipients = async () => {
      await takeNotices(tenancy);
      await register(tenancy, newDevice(), { userId: victim.userId, username: "ada" });
      return (await takeNotices(tenancy)).map(({ to }) => to).sort();
    };
    expect(await recipients()).toEqual([victim.email, "new@example.com"]);
    run.current.clock.advance(week / 7);
    // A second change pushes neither address out.
    await change(tenancy, sub, "newer@example.com");
    expect(await recipients()).toEqual([victim.email, "new@example.com", "newer@example.com"]);
    run.current.clock.advance((week / 7) * 6);
    expect(await recipients()).toEqual(["new@example.com", "newer@example.com"]);
    run.current.clock.advance(week / 7);
    expect(await recipients()).toEqual(["newer@example.com"]);
    await purgeAll(run.current, purgePreviousEmails);
    const left = { where: { tenancyId: tenancy.id } };
    expect(await run.current.db.previousEmail.count(left)).toBe(0);
  });

  test("goes once to an email that a user gets back", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    await change(tenancy, sub, "new@example.com");
    await change(tenancy, sub, victim.email.toUpperCase());
    await takeNotices(tenancy);
    await plantPasskey(tenancy, newDevice());
    const recipients = (await takeNotices(tenancy)).map(({ to }) => to);
    expect(recipients.sort()).toEqual([victim.email.toUpperCase(), "new@example.com"]);
  });

  test("keeps the first replaced emails when there are too many", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    for (let index = 0; index < limits.previousEmails + 2; index++)
      await change(tenancy, sub, `new-${index}@example.com`);
    await takeNotices(tenancy);
    await register(tenancy, newDevice(), { userId: victim.userId, username: "ada" });
    const recipients = (await takeNotices(tenancy)).map(({ to }) => to);
    expect(recipients).toHaveLength(limits.previousEmails + 1);
    expect(recipients).toEqual(expect.arrayContaining([victim.email, "new-0@example.com"]));
  });

  test("goes to the email that the previous release kept", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    const until = new Date(run.current.clock.now() + week);
    await run.current.db.user.updateMany({
      where: { tenancyId: tenancy.id, sub },
      data: { previousEmail: "before@example.com", previousEmailUntil: until },
    });
    await change(tenancy, sub, "new@example.com");
    await takeNotices(tenancy);
    await register(tenancy, newDevice(), { userId: victim.userId, username: "ada" });
    const recipients = (await takeNotices(tenancy)).map(({ to }) => to).sort();
    expect(recipients).toEqual([victim.email, "before@example.com", "new@example.com"]);
    run.current.clock.advance(week);
    await purgeAll(run.current, purgePreviousEmails);
    const user = await run.current.db.user.findFirstOrThrow({ where: { sub } });
    expect([user.previousEmail, user.previousEmailUntil]).toEqual([null, null]);
  });

  test("keeps no previous email without the setting, and none of an erased user", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    await run.current.db.$transaction((tx) =>
      changeEmail(
        { ...tenancy.ctx, tenancy: { ...tenancy.ctx.tenancy, notifyOfNewPasskeys: false } },
        tx,
        { sub, email: "new@example.com", emailVerified: true },
      ),
    );
    const kept = { where: { tenancyId: tenancy.id, sub } };
    expect(await run.current.db.previousEmail.count(kept)).toBe(0);
    await change(tenancy, sub, "newer@example.com");
    await plantPasskey(tenancy, newDevice());
    await eraseUser(tenancy.ctx, sub);
    const left = await run.current.db.oneTimeToken.count({
      where: { tenancyId: tenancy.id, kind: "passkeyReport" },
    });
    expect(left).toBe(0);
    expect(await run.current.db.previousEmail.count(kept)).toBe(0);
  });
});

describe("a report", () => {
  test("shows the passkey without changing it", async () => {
    const tenancy = await tenancyWith();
    const { attacker, token } = await planted(tenancy);
    const shown = await readPasskeyReport(tenancy.ctx, token);
    expect(shown).toEqual({ provider: null, createdAt: run.current.clock.now() });
    await readPasskeyReport(tenancy.ctx, token);
    expect((await signIn(tenancy, attacker)).status).toBe(200);
  });

  test("works once, also in 30 concurrent requests", async () => {
    const tenancy = await tenancyWith();
    const { token } = await planted(tenancy);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, () => reportPasskey(tenancy.ctx, token)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(readPasskeyReport(tenancy.ctx, token)).rejects.toMatchObject(invalid);
  });

  test("ends the passkey's codes, which stay refused after it is enabled again", async () => {
    const tenancy = await tenancyWith();
    const { attacker, token } = await planted(tenancy);
    const { body } = await signIn(tenancy, attacker);
    await reportPasskey(tenancy.ctx, token);
    await run.current.db.passkey.updateMany({
      where: { tenancyId: tenancy.id },
      data: { disabledAt: null },
    });
    const exchanged = await tenancy.backend("GET", `principal/${String(body["code"])}`);
    expect(exchanged.body._tag).toBe("@error/InvalidCode");
  });

  test("of the only or the oldest passkey is recorded and disables nothing", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    await takeNotices(tenancy);
    await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id, sub } });
    const { token, device } = await notified(tenancy);
    run.current.clock.advance(1_000);
    const later = await notified(tenancy);
    expect(await reportPasskey(tenancy.ctx, token)).toBe("recorded");
    expect((await signIn(tenancy, device)).status).toBe(200);
    expect(await reportPasskey(tenancy.ctx, later.token)).toBe("disabled");
    expect((await signIn(tenancy, later.device)).status).toBe(403);
    const [reported, disabled] = await run.current.db.passkey.findMany({
      where: { tenancyId: tenancy.id, sub },
      orderBy: { id: "asc" },
    });
    const now = new Date(run.current.clock.now());
    expect(reported).toMatchObject({ disabledAt: null, disabledBy: null });
    expect(reported?.reportedAt).not.toBeNull();
    expect(disabled).toMatchObject({ disabledAt: now, disabledBy: "mailbox", reportedAt: null });
    const actions = await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: { startsWith: "passkey.report" } },
    });
    expect(new Map(actions.map(({ action, targetId }) => [action, targetId]))).toEqual(
      new Map([
        ["passkey.report-recorded", reported?.id],
        ["passkey.reported", disabled?.id],
      ]),
    );
  });

  test("of two passkeys at once, in two requests, leaves one", async () => {
    const tenancy = await tenancyWith();
    const { sub } = await createVictim(tenancy);
    await takeNotices(tenancy);
    await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id, sub } });
    const tokens: string[] = [];
    for (let index = 0; index < 4; index++) {
      run.current.clock.advance(1_000);
      tokens.push((await notified(tenancy)).token);
    }
    const results = await Promise.all(tokens.map((token) => reportPasskey(tenancy.ctx, token)));
    expect(results.sort()).toEqual(["disabled", "disabled", "disabled", "recorded"]);
    const left = { tenancyId: tenancy.id, sub, disabledAt: null };
    expect(await run.current.db.passkey.count({ where: left })).toBe(1);
  });

  test("ends after seven days, and in another tenancy it never works", async () => {
    const tenancy = await tenancyWith();
    const other = await tenancyWith();
    const { token } = await planted(tenancy);
    await expect(reportPasskey(other.ctx, token)).rejects.toMatchObject(invalid);
    run.current.clock.advance(week);
    await expect(reportPasskey(tenancy.ctx, token)).rejects.toMatchObject(invalid);
  });

  test("is refused after the passkey has moved to another user", async () => {
    const tenancy = await tenancyWith();
    const { attacker: device, token } = await planted(tenancy);
    const { body } = await signIn(tenancy, device);
    const { authenticatorId } = body["principal"] as { authenticatorId: string };
    await tenancy.backend("PATCH", `passkeys/${authenticatorId}`, { userId: "bob" });
    await expect(reportPasskey(tenancy.ctx, token)).rejects.toMatchObject(invalid);
    expect((await signIn(tenancy, device)).status).toBe(200);
  });

  test("is audited, and its token is stored as a hash only", async () => {
    const tenancy = await tenancyWith();
    const { token } = await planted(tenancy);
    await reportPasskey({ ...tenancy.ctx, actor: { kind: "browser" } }, token);
    const events = await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: "passkey.reported" },
    });
    expect(events).toMatchObject([{ actorKind: "browser", targetKind: "passkey" }]);
    const rows = await run.current.db.oneTimeToken.findMany({ where: { tenancyId: tenancy.id } });
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(run.current.logged.join("\n")).not.toContain(token);
  });
});
