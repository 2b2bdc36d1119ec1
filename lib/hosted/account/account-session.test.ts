import { beforeAll, describe, expect, test } from "vitest";
import { setTenancySuspended } from "@/lib/domain/admin/tenancy/delete-tenancy";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import {
  actionsOf,
  confirmFirst,
  createAccount,
  day,
  forbidden,
  idOf,
  minute,
  passkeysOf,
  sessionsOf,
  tryChanges,
} from "@/testing/account-rules";
import { visitAccount } from "@/testing/account-visitor";
import { device, invalid } from "@/testing/hosted-sign-up";
import { createHostedTenancy } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";

const run = provideService();

let tenancy: TestTenancy;
beforeAll(async () => {
  tenancy = await createHostedTenancy(run.current, { accountPage: true });
});

const account = (of = tenancy) => createAccount(run.current, of);

describe("a session with a passkey", () => {
  test("is stored as a hash, in a cookie for the page only", async () => {
    const { phone, sub, visitor } = await account();
    const { status, headers, body } = await visitor.signIn(phone);
    expect([status, Object.keys(body)]).toEqual([200, ["returnTo", "ticket"]]);
    expect(headers.getSetCookie()[0]).toBe(
      `keystead-account=${visitor.cookie}; Max-Age=43200; Path=/auth/${tenancy.id}/account; HttpOnly; SameSite=Lax`,
    );
    const rows = await run.current.db.accountSession.findMany({ where: { sub } });
    expect(JSON.stringify(rows)).not.toContain(visitor.cookie);
    expect(await actionsOf(run.current, sub)).toContain("user.account-opened");
    expect(await visitor.load()).toContain("Signed in as");
  });

  test("leaves no code that could be exchanged", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    await visitor.add(device());
    const codes = await run.current.db.oneTimeToken.findMany({
      where: { tenancyId: tenancy.id, sub, kind: "code", consumedAt: null },
    });
    // The one of the registration on the hosted pages.
    expect(codes).toHaveLength(1);
  });

  test("adds, names and removes passkeys, each with an event", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    expect(await visitor.add(device())).toMatchObject({
      status: 200,
      body: { quarantinedUntil: 0 },
    });
    run.current.clock.advance(2 * day);
    visitor.cookie = visitor.ticket = "";
    await visitor.signIn(phone);
    const [, added] = await passkeysOf(run.current, sub);
    const passkeyId = added?.id ?? "";
    const label = "  Work\u202e laptop\n ";
    expect((await visitor.step("rename-passkey", { passkeyId, label })).status).toBe(200);
    expect((await passkeysOf(run.current, sub))[1]?.label).toBe("Work laptop");
    expect(await visitor.load()).toContain("Work laptop");
    expect(await visitor.step("remove-passkey", { passkeyId })).toMatchObject({
      status: 200,
      body: { rpId: "localhost", credentialId: added?.credentialId, endsSession: false },
    });
    expect(await passkeysOf(run.current, sub)).toHaveLength(1);
    expect(new Set(await actionsOf(run.current, passkeyId))).toEqual(
      new Set(["passkey.registered", "passkey.labeled", "passkey.deleted"]),
    );
  });

  test("asks for the passkey again after five minutes, and then has another cookie", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    run.current.clock.advance(5 * minute);
    for (const reply of await tryChanges(run.current, { visitor, sub }))
      expect(reply).toMatchObject(confirmFirst);
    const before = { ...visitor };
    expect((await visitor.confirm(phone)).status).toBe(200);
    expect(visitor.cookie).not.toBe(before.cookie);
    expect((await visitor.step("new-passkey-options")).status).toBe(200);
    const stolen = visitAccount(run.current, tenancy);
    Object.assign(stolen, { cookie: before.cookie, ticket: before.ticket });
    expect(await stolen.step("new-passkey-options")).toMatchObject(invalid);
    expect(await sessionsOf(run.current, sub)).toBe(1);
  });

  test("opens while the tenancy's settings change", async () => {
    const changed = await createHostedTenancy(run.current, { accountPage: true });
    const { phone, visitor } = await account(changed);
    let isSignedIn = false;
    const changing = (async () => {
      for (let port = 1; !isSignedIn; port += 1)
        await run.current.db.tenancy.update({
          where: { id: changed.id },
          data: { redirectUris: [`http://localhost:${port}/callback`] },
        });
    })();
    const statuses: number[] = [];
    for (let signIn = 0; signIn < 10; signIn += 1) {
      visitor.cookie = visitor.ticket = "";
      statuses.push((await visitor.signIn(phone)).status);
    }
    isSignedIn = true;
    await changing;
    expect(statuses).toEqual(statuses.map(() => 200));
  });

  test("isn't opened by a disabled passkey, which the timeline shows as a refused sign-in", async () => {
    const { phone, sub, visitor } = await account();
    const [passkey] = await passkeysOf(run.current, sub);
    await setPasskeysEnabled(tenancy.ctx, { passkeyIds: [passkey?.id ?? ""], enabled: false });
    expect((await visitor.signIn(phone)).status).toBe(403);
    await run.current.timeline.flush();
    const where = { tenancyId: tenancy.id, sub, kind: "sign-in.refused" as const };
    expect(await run.current.db.timelineEvent.count({ where })).toBe(1);
  });

  test("can't be confirmed with another user's passkey", async () => {
    const { phone, sub, visitor } = await account();
    const other = await account();
    await visitor.signIn(phone);
    expect(await visitor.confirm(other.phone)).toMatchObject(forbidden);
    expect([await sessionsOf(run.current, sub), await sessionsOf(run.current, other.sub)]).toEqual([
      1, 0,
    ]);
  });

  test("ends after 15 minutes without use, and 12 hours after the sign-in", async () => {
    const { phone, visitor } = await account();
    await visitor.signIn(phone);
    run.current.clock.advance(15 * minute);
    expect(await visitor.load()).not.toContain("Signed in as");
    visitor.ticket = visitor.cookie = "";
    await visitor.signIn(phone);
    for (let passed = 0; passed < 12 * 60; passed += 14) {
      expect(await visitor.load()).toContain("Signed in as");
      run.current.clock.advance(14 * minute);
    }
    expect(await visitor.load()).not.toContain("Signed in as");
  });

  test("ends when the user signs out", async () => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    const { cookie, ticket } = visitor;
    const { status, headers } = await visitor.step("sign-out");
    expect([status, headers.getSetCookie()[0]]).toEqual([
      200,
      `keystead-account=; Max-Age=0; Path=/auth/${tenancy.id}/account; HttpOnly; SameSite=Lax`,
    ]);
    Object.assign(visitor, { cookie, ticket });
    expect(await visitor.step("new-passkey-options")).toMatchObject(invalid);
    expect(await actionsOf(run.current, sub)).toContain("user.account-closed");
  });

  test.each<[string, (sub: string, passkeyId: string) => Promise<unknown>]>([
    ["the user is disabled", (sub) => setUserDisabled(tenancy.ctx, sub, true)],
    [
      "the user was disabled for a moment",
      async (sub) => {
        await setUserDisabled(tenancy.ctx, sub, true);
        await setUserDisabled(tenancy.ctx, sub, false);
      },
    ],
    ["the user is erased", (sub) => eraseUser(tenancy.ctx, sub)],
    [
      "its passkey is disabled",
      (_sub, id) => setPasskeysEnabled(tenancy.ctx, { passkeyIds: [id], enabled: false }),
    ],
    [
      "its passkey is deleted",
      (_sub, id) => run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id, id } }),
    ],
    [
      "its passkey is put into quarantine",
      (_sub, id) =>
        run.current.db.passkey.updateMany({
          where: { tenancyId: tenancy.id, id },
          data: { quarantinedUntil: new Date(run.current.clock.now() + day) },
        }),
    ],
    [
      "its passkey is moved to another user",
      async (_sub, id) =>
        tenancy.backend("PATCH", `passkeys/${id}`, { userId: `other-${id.slice(-6)}` }),
    ],
    [
      "the tenancy is suspended for a moment",
      async () => {
        await setTenancySuspended(tenancy.ctx, true);
        await setTenancySuspended(tenancy.ctx, false);
      },
    ],
  ])("ends when %s", async (_name, end) => {
    const { phone, sub, visitor } = await account();
    await visitor.signIn(phone);
    await visitor.load();
    await end(sub, await idOf(run.current, sub));
    expect(await visitor.step("new-passkey-options")).toMatchObject(invalid);
    expect(await visitor.load()).not.toContain("Signed in as");
  });
});
