import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  lockKey,
  revokeKey,
  unlockKey,
} from "@/app/console/(operator)/[tenancyId]/api-keys/actions";
import { GET as exportAudit } from "@/app/console/(operator)/[tenancyId]/audit/export/route";
import {
  disablePasskey,
  disablePasskeys,
  enablePasskeys,
} from "@/app/console/(operator)/[tenancyId]/passkeys/actions";
import { GET as exportPasskeys } from "@/app/console/(operator)/[tenancyId]/passkeys/export/route";
import {
  saveHostedPages,
  saveSender,
  saveSignIn,
  saveSites,
} from "@/app/console/(operator)/[tenancyId]/settings/actions";
import { GET as exportUser } from "@/app/console/(operator)/[tenancyId]/users/[sub]/export/route";
import {
  changeUserEmail,
  disableUser,
  enableUser,
  setEmailVerified,
} from "@/app/console/(operator)/[tenancyId]/users/actions";
import { consoleContext } from "@/lib/console/console-context";
import { signInPath } from "@/lib/console/wanted-page";
import { lockApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { codeOf, createHostedTenancy, visit } from "@/testing/hosted-visitor";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestOperator, type TestOperator } from "@/testing/test-operator";
import type { TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const perHour = 10;
const refused = {
  ok: false,
  needs: "passkey-session",
  error: {
    tag: "@error/Forbidden",
    message: "You signed in with an emailed code. Sign in with a passkey to do this.",
  },
};

let tenancy: TestTenancy;
let sub: string;
let passkeyIds: string[];
/** An attacker who can read an owner's mailbox. */
let attacker: TestOperator;

const signInByCode = () =>
  createTestOperator(run.current, { tenancyId: tenancy.id, signIn: "code", isSteppedUp: false });

/**
 * Signs in on the hosted pages with a code sent to the email.
 * @returns the `sub` of the account
 */
async function signInOnHostedPages(email: string): Promise<string> {
  const visitor = visit(run.current, tenancy);
  const { body } = await visitor.prove(email);
  const done = await visitor.step("without-passkey", { proof: body["proof"], later: false });
  return (
    await tenancy.backend("POST", `principal/${codeOf(done)}`, { code_verifier: visitor.verifier })
  ).body["sub"] as string;
}

beforeEach(async () => {
  tenancy = await createHostedTenancy(run.current);
  const made = await populate(run.current.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: run.current.clock.now(),
    users: 1,
    passkeys: 2,
    rareEvery: 1_000,
  });
  [sub, passkeyIds] = [made.subs[0] ?? "", made.passkeyIds];
  attacker = await signInByCode();
});

describe("an attacker who reads an owner's mailbox and signs in with the code", () => {
  test("cannot move a user to an address of their own and sign in as that user", async () => {
    const email = `attacker-${run.current.createId()}@example.com`;
    expect(
      await attacker.as(() =>
        changeUserEmail(tenancy.id, { sub, email, emailVerified: true, renamePasskeys: false }),
      ),
    ).toEqual(refused);
    expect(
      await attacker.as(() => setEmailVerified(tenancy.id, { sub, emailVerified: true })),
    ).toEqual(refused);
    expect(await signInOnHostedPages(email)).not.toBe(sub);
  });

  test("cannot let in again what was locked or disabled", async () => {
    await lockApiKey(tenancy.ctx, tenancy.apiKeyId);
    await setUserDisabled(tenancy.ctx, sub, true);
    await setPasskeysEnabled(tenancy.ctx, { passkeyIds, enabled: false });
    expect(await attacker.as(() => unlockKey(tenancy.id, { id: tenancy.apiKeyId }))).toEqual(
      refused,
    );
    expect(await attacker.as(() => enableUser(tenancy.id, { sub }))).toEqual(refused);
    expect(await attacker.as(() => enablePasskeys(tenancy.id, { passkeyIds }))).toEqual(refused);
    expect(
      await run.current.db.apiKey.count({ where: { tenancyId: tenancy.id, lockedAt: null } }),
    ).toBe(0);
    expect(
      await run.current.db.user.count({ where: { tenancyId: tenancy.id, disabledAt: null } }),
    ).toBe(0);
    expect(
      await run.current.db.passkey.count({ where: { tenancyId: tenancy.id, disabledAt: null } }),
    ).toBe(0);
  });

  test("cannot take copies away", async () => {
    const request = new Request("http://localhost:3000/export");
    const props = { params: Promise.resolve({ tenancyId: tenancy.id, sub }) };
    for (const download of [exportUser, exportPasskeys, exportAudit]) {
      const reply = await attacker.as(() => download(request, props));
      expect([reply.status, await reply.text()]).toEqual([
        403,
        "You signed in with an emailed code. Sign in with a passkey to download this.\n",
      ]);
    }
    expect(
      await run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: { endsWith: "exported" } },
      }),
    ).toBe(0);
  });

  test("cannot change where users are sent, how they are verified, or who emails come from", async () => {
    const before = await run.current.db.tenancy.findUniqueOrThrow({ where: { id: tenancy.id } });
    expect(
      await attacker.as(() =>
        saveSites(tenancy.id, {
          changes: {
            redirectUris: ["https://evil.example/take"],
            allowedOrigins: ["https://evil.localhost"],
            rpIds: ["evil.example"],
          },
        }),
      ),
    ).toEqual(refused);
    expect(
      await attacker.as(() =>
        saveSignIn(tenancy.id, { changes: { userVerification: "discouraged" } }),
      ),
    ).toEqual(refused);
    expect(
      await attacker.as(() =>
        saveSender(tenancy.id, { changes: { mailSender: "ceo@bank.example" } }),
      ),
    ).toEqual(refused);
    expect(await attacker.as(() => saveHostedPages(tenancy.id, { isOn: false }))).toEqual(refused);
    expect(await run.current.db.tenancy.findUniqueOrThrow({ where: { id: tenancy.id } })).toEqual(
      before,
    );
  });

  test("cannot revoke a key, or disable several passkeys at once", async () => {
    expect(await attacker.as(() => revokeKey(tenancy.id, { id: tenancy.apiKeyId }))).toEqual(
      refused,
    );
    expect(
      await attacker.as(() => disablePasskeys(tenancy.id, { passkeyIds, reason: "stolen" })),
    ).toEqual(refused);
    expect(
      await run.current.db.passkey.count({ where: { tenancyId: tenancy.id, disabledAt: null } }),
    ).toBe(2);
  });
});

describe("a session opened with a code", () => {
  test("locks a key, disables a user and a passkey, and the audit log says who", async () => {
    const [passkeyId = ""] = passkeyIds;
    for (const act of [
      () => lockKey(tenancy.id, { id: tenancy.apiKeyId }),
      () => disableUser(tenancy.id, { sub, reason: "stolen" }),
      () => disablePasskey(tenancy.id, { passkeyId, reason: "stolen" }),
    ])
      expect(await attacker.as<Promise<unknown>>(act)).toMatchObject({ ok: true });
    const events = await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, actorId: attacker.sub },
    });
    expect(events.map(({ action }) => action).toSorted()).toEqual([
      "api-key.locked",
      "passkey.disabled",
      "user.disabled",
    ]);
  });

  test("does that a few times an hour, also of 50 at once; a passkey session as often as it likes", async () => {
    const attempts = await Promise.all(
      Array.from({ length: 50 }, () =>
        attacker.as(() => disableUser(tenancy.id, { sub, reason: "stolen" })),
      ),
    );
    expect(attempts.filter(({ ok }) => ok)).toHaveLength(perHour);
    const other = await attacker.as(() => lockKey(tenancy.id, { id: tenancy.apiKeyId }));
    expect(other).toMatchObject({
      ok: false,
      error: {
        tag: "@error/RateLimited",
        retryAfterSeconds: 3_600,
        message: expect.stringContaining("10 times an hour") as string,
      },
    });
    const colleague = await createTestOperator(run.current, {
      tenancyId: tenancy.id,
      isSteppedUp: false,
    });
    for (let times = 0; times <= perHour; times++)
      expect(await colleague.as(() => lockKey(tenancy.id, { id: tenancy.apiKeyId }))).toMatchObject(
        { ok: true },
      );
    run.current.clock.advance(3_600_000);
    expect(await attacker.as(() => lockKey(tenancy.id, { id: tenancy.apiKeyId }))).toMatchObject({
      ok: true,
    });
  });

  test("opens pages that show data, and is sent to sign-in from pages that only change data", async () => {
    await attacker.as(() => consoleContext(tenancy.id, "user.read"));
    for (const permission of ["api-key.create", "tenancy.suspend"] as const)
      await expect(attacker.as(() => consoleContext(tenancy.id, permission))).rejects.toMatchObject(
        { digest: expect.stringContaining("/console/sign-in") as string },
      );
    const page = `/console/${tenancy.id}/api-keys/new`;
    await expect(
      attacker.as(() => consoleContext(tenancy.id, "api-key.create"), { page }),
    ).rejects.toMatchObject({
      digest: expect.stringContaining(`${signInPath(page)}&needs=passkey`) as string,
    });
  });
});
