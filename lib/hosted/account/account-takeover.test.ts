import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { changeEmail } from "@/lib/domain/user/change-email";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { undoEmailChange } from "@/lib/domain/user/email-change/undo-email-change";
import { findNotifiedMailboxes } from "@/lib/domain/user/owned-email";
import {
  actionsOf,
  createAccount,
  day,
  forbidden,
  idOf,
  minute,
  passkeysOf,
} from "@/testing/account-rules";
import { type AccountVisitor, visitAccount } from "@/testing/account-visitor";
import { device, exchange, invalid, newEmail, signIn, signUp } from "@/testing/hosted-sign-up";
import {
  codeOf,
  createHostedTenancy,
  type CreationOptions,
  readCode,
  type RequestOptions,
  visit,
} from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";

const run = provideService();

let tenancy: TestTenancy;
beforeAll(async () => {
  tenancy = await createHostedTenancy(run.current, { accountPage: true });
});

beforeEach(async () => {
  await run.current.db.outboxEmail.deleteMany();
});

const account = () => createAccount(run.current, tenancy);
const visitor = () => visitAccount(run.current, tenancy);

/** Adds a passkey on the hosted pages, as a reader of the mailbox can. */
async function plantByMailbox(email: string) {
  run.current.clock.advance(1_000);
  const thief = visit(run.current, tenancy);
  const { proof } = (await thief.prove(email)).body as { proof?: string };
  const { sessionToken, optionsJSON } = (await thief.step("new-passkey-options", { proof }))
    .body as unknown as CreationOptions;
  const planted = device();
  const response = planted.register(optionsJSON);
  expect((await thief.step("new-passkey", { proof, sessionToken, response })).status).toBe(200);
  return planted;
}

describe("a mailbox that is no longer the user's", () => {
  test.each([
    ["an operator", () => tenancy.ctx.actor],
    ["a backend", () => ({ kind: "apiKey", id: tenancy.apiKeyId, scopes: ["*"] }) as const],
  ])("adds no passkey after %s has replaced it", async (_name, actor) => {
    const { email, sub } = await account();
    // A user who lost the passkey, whose mailbox a thief reads.
    await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id, sub } });
    const thief = visitor();
    await thief.signInByCode(email);
    await run.current.db.$transaction((tx) =>
      changeEmail({ ...tenancy.ctx, actor: actor() }, tx, {
        sub,
        email: newEmail(),
        emailVerified: true,
      }),
    );
    expect(await thief.add(device())).toMatchObject(invalid);
  });
});

describe("a mailbox that a backend no longer vouches for", () => {
  test("adds no passkey in a session that it opened before", async () => {
    const { email, sub } = await account();
    await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id, sub } });
    const thief = visitor();
    await thief.signInByCode(email);
    const { status } = await tenancy.backend("PATCH", `user/${sub}`, { emailVerified: false });
    expect(status).toBe(200);
    expect(await thief.add(device())).toMatchObject(invalid);
  });
});

describe("a passkey that was moved to the user", () => {
  test("is as young as the move, however old it is", async () => {
    const stranger = await signUp(run.current, tenancy);
    run.current.clock.advance(30 * day);
    const { sub, phone } = await account();
    run.current.clock.advance(2 * day);
    // A script in the application sends the stranger's code to the backend in the user's session.
    const planting = visit(run.current, tenancy);
    const code = codeOf(await signIn(planting, stranger.phone));
    expect(await exchange(tenancy, code, planting, { userId: sub })).toMatchObject({ status: 200 });
    const thief = visitor();
    await thief.signIn(stranger.phone);
    const passkeyId = (await passkeysOf(run.current, sub)).at(-1)?.id;
    expect(await thief.step("remove-passkey", { passkeyId })).toMatchObject(forbidden);
    expect(await thief.step("new-passkey-options")).toMatchObject(forbidden);
    const owner = visitor();
    await owner.signIn(phone);
    expect((await owner.step("new-passkey-options")).status).toBe(200);
    run.current.clock.advance(day);
    Object.assign(thief, { cookie: "", ticket: "" });
    await thief.signIn(stranger.phone);
    expect((await thief.step("new-passkey-options")).status).toBe(200);
  });

  test("can be reported by a code for a week after the move", async () => {
    const stranger = await signUp(run.current, tenancy);
    run.current.clock.advance(30 * day);
    const { sub, email } = await account();
    const [{ id: passkeyId } = { id: "" }] = await run.current.db.passkey.findMany({
      where: { tenancyId: tenancy.id, username: stranger.email },
    });
    await tenancy.backend("PATCH", `passkeys/${passkeyId}`, { userId: sub });
    const owner = visitor();
    await owner.signInByCode(email);
    expect((await owner.step("report-passkey", { passkeyId })).status).toBe(200);
  });
});

describe("a thief of the mailbox of a new account", () => {
  test("can't disable the owner's passkey after planting another one", async () => {
    const { email, sub, phone } = await account();
    const owned = await idOf(run.current, sub);
    const planted = await plantByMailbox(email);
    const thief = visitor();
    await thief.signInByCode(email);
    expect((await thief.step("report-passkey", { passkeyId: owned })).status).toBe(200);
    expect((await passkeysOf(run.current, sub))[0]?.disabledAt).toBeNull();
    Object.assign(thief, { cookie: "", ticket: "" });
    await thief.signIn(planted);
    expect(await thief.step("new-passkey-options")).toMatchObject(forbidden);
    const owner = visitor();
    await owner.signIn(phone);
    expect((await owner.step("new-passkey-options")).status).toBe(200);
  });
});

describe("a passkey that mailbox access disabled", () => {
  /** A new account whose owner added a second passkey, which a thief of the mailbox reports. */
  async function reported() {
    const owned = await account();
    const { sub, phone, email, visitor: owner } = owned;
    await owner.signIn(phone);
    expect((await owner.add(device())).status).toBe(200);
    const [first = "", second = ""] = (await passkeysOf(run.current, sub)).map(({ id }) => id);
    const thief = visitor();
    await thief.signInByCode(email);
    expect((await thief.step("report-passkey", { passkeyId: second })).status).toBe(200);
    Object.assign(thief, { cookie: "", ticket: "" });
    return { ...owned, thief, first, second };
  }

  test("keeps a code session from changing the account for a week", async () => {
    const { sub, email, thief, first } = await reported();
    // The application removes the owner's first passkey, say because the phone is lost.
    await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id, id: first } });
    await thief.signInByCode(email);
    expect(await thief.add(device())).toMatchObject(forbidden);
    expect(await thief.step("download")).toMatchObject(forbidden);
    run.current.clock.advance(7 * day);
    Object.assign(thief, { cookie: "", ticket: "" });
    await thief.signInByCode(email);
    expect((await thief.add(device())).status).toBe(200);
    expect(await passkeysOf(run.current, sub)).toHaveLength(2);
  });

  test("doesn't once an operator has disabled it, so that support reopens the recovery", async () => {
    const { email, thief, first, second } = await reported();
    await setPasskeysEnabled(tenancy.ctx, { passkeyIds: [second], enabled: true });
    await setPasskeysEnabled(tenancy.ctx, { passkeyIds: [first, second], enabled: false });
    await thief.signInByCode(email);
    expect((await thief.add(device())).status).toBe(200);
  });
});

describe("a report that may not disable", () => {
  test("ends the passkey's sessions once, and stays until an operator or a backend decides", async () => {
    const { sub, email, phone, visitor: planted } = await account();
    const passkeyId = await idOf(run.current, sub);
    await planted.signIn(phone);
    const owner = visitor();
    await owner.signInByCode(email);
    expect(await owner.step("report-passkey", { passkeyId })).toMatchObject({
      status: 200,
      body: { outcome: "recorded" },
    });
    expect((await planted.step("new-passkey-options")).status).toBe(400);
    expect((await owner.load()).includes(`data-passkey="${passkeyId}"`)).toBe(true);
    const [passkey] = await passkeysOf(run.current, sub);
    expect(passkey?.disabledAt).toBeNull();
    expect(passkey?.reportedAt).not.toBeNull();
    // A thief of the mailbox can't keep the owner out of the account page.
    Object.assign(planted, { cookie: "", ticket: "" });
    await planted.signIn(phone);
    expect((await owner.step("report-passkey", { passkeyId })).status).toBe(200);
    expect((await planted.step("new-passkey-options")).status).toBe(200);
    const actions = (await actionsOf(run.current, passkeyId)).filter((each) =>
      each.startsWith("passkey.report"),
    );
    expect(actions).toEqual(["passkey.report-recorded"]);
    await setPasskeysEnabled(tenancy.ctx, { passkeyIds: [passkeyId], enabled: true });
    expect((await passkeysOf(run.current, sub))[0]?.reportedAt).toBeNull();
  });
});

describe("a flood of other events", () => {
  /** Whether the passkey can be reported beside it, and beside what happened. */
  const offersReport = async (page: AccountVisitor, passkeyId: string | undefined) => {
    const [passkeys = "", activity = ""] = (await page.load()).split('aria-labelledby="activity"');
    const button = new RegExp(`data-act="report"[^>]*data-passkey="${passkeyId}"`);
    return [button.test(passkeys), button.test(activity)];
  };

  async function planted() {
    const { email, sub } = await account();
    run.current.clock.advance(10 * day);
    const phone = await plantByMailbox(email);
    await run.current.timeline.flush();
    const owner = visitor();
    await owner.signInByCode(email);
    return { email, owner, phone, passkeyId: (await passkeysOf(run.current, sub)).at(-1)?.id };
  }

  test("of strangers who request codes doesn't hide what happened", async () => {
    const { email, owner, passkeyId } = await planted();
    expect(await offersReport(owner, passkeyId)).toEqual([true, true]);
    for (let at = 0; at < 80; at += 1) {
      if (at % 20 === 0) run.current.clock.advance(minute);
      const stranger = visit(run.current, tenancy, { address: `198.51.100.${at}` });
      await stranger.step("send-code", { page: "sign-in", email });
    }
    await run.current.timeline.flush();
    expect(await offersReport(owner, passkeyId)).toEqual([true, true]);
  });

  test("of refused sign-ins with a planted passkey doesn't hide it", async () => {
    const { owner, phone, passkeyId } = await planted();
    for (let at = 0; at < 80; at += 1) {
      if (at % 20 === 0) run.current.clock.advance(minute);
      const thief = visit(run.current, tenancy, { address: `198.51.100.${at}` });
      const { sessionToken, optionsJSON } = (
        await thief.step("passkey-options", { mediation: "required" })
      ).body as unknown as RequestOptions;
      const response = phone.authenticate(optionsJSON, { signature: "other-data" });
      await thief.step("passkey-sign-in", { sessionToken, response });
    }
    await run.current.timeline.flush();
    expect(await offersReport(owner, passkeyId)).toEqual([true, true]);
  });

  test("of the thief's own changes doesn't hide their passkey", async () => {
    const { email, phone, passkeyId } = await planted();
    run.current.clock.advance(2 * day);
    const thief = visitor();
    await thief.signIn(phone);
    for (let at = 0; at < 70; at += 1) {
      run.current.clock.advance(minute / 15);
      expect((await thief.step("rename-passkey", { passkeyId, label: `${at}` })).status).toBe(200);
    }
    await run.current.timeline.flush();
    const owner = visitor();
    await owner.signInByCode(email);
    expect(await offersReport(owner, passkeyId)).toEqual([true, true]);
  });
});

describe("the undo link of an attacker's mailbox", () => {
  /** Changes the email as the page does. Returns the token of the notice to the replaced mailbox. */
  async function change(page: AccountVisitor, email: string) {
    const { db } = run.current;
    const { body } = await page.step("send-email-code", { email });
    const code = await readCode(run.current, tenancy, body["digits"] as number);
    await db.outboxEmail.deleteMany();
    const reply = await page.step("check-email-code", { pending: body["pending"], code });
    expect(reply.status).toBe(200);
    const rows = await db.outboxEmail.findMany({ where: { tenancyId: tenancy.id } });
    await db.outboxEmail.deleteMany();
    const sent = await Promise.all(rows.map(({ sealed }) => openEmail(run.current, sealed ?? "")));
    return sent.flatMap((each) =>
      each.kind === "email-changed" ? [new URL(each.link).searchParams.get("token") ?? ""] : [],
    );
  }

  const undo = (token: string) =>
    undoEmailChange({ ...tenancy.ctx, actor: { kind: "browser" }, client: {} }, token);
  const emailOf = async (sub: string) =>
    (await run.current.db.user.findFirstOrThrow({ where: { tenancyId: tenancy.id, sub } })).email;

  test("doesn't take the account again after the owner has changed the email back", async () => {
    const { email, phone, sub, visitor: page } = await account();
    await page.signIn(phone);
    const [link = ""] = await change(page, newEmail());
    run.current.clock.advance(minute);
    expect(await change(page, email)).toEqual([]);
    expect(await emailOf(sub)).toBe(email);
    const user = await run.current.db.user.findFirstOrThrow({ where: { sub } });
    expect(await findNotifiedMailboxes(tenancy.ctx, run.current.db, user)).toEqual([email]);
    await expect(undo(link)).rejects.toMatchObject({ tag: "@error/InvalidToken" });
  });

  test("doesn't end the owner's, whatever the clocks of two instances say", async () => {
    const { email, phone, sub, visitor: page } = await account();
    await page.signIn(phone);
    const [ofOwner = ""] = await change(page, newEmail());
    run.current.clock.advance(-100);
    const [ofAttacker = ""] = await change(page, newEmail());
    run.current.clock.advance(minute);
    await undo(ofAttacker);
    await undo(ofOwner);
    expect(await emailOf(sub)).toBe(email);
  });
});
