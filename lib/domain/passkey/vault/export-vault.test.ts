import { describe, expect, test } from "vitest";
import { lockApiKey, revokeApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { setTenancySuspended } from "@/lib/domain/admin/tenancy/delete-tenancy";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { updateUser } from "@/lib/domain/user/update-user";
import { limits } from "@/lib/limits";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { authenticate, registerSelf } from "@/testing/ceremonies";
import { interceptQueries } from "@/testing/intercept-queries";
import { withBroken } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { exporter, exportOf, multiplyPasskey, openExport, parseLines } from "@/testing/vault-files";
import { own } from "@/testing/vault-rules";

const run = provideService();

const auditsOf = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.auditEvent.findMany({ where: { tenancyId, action: "vault.exported" } });
const pagesOf = (passkeys: number) => Math.floor(passkeys / limits.exportPageRows) + 1;

describe("a line", () => {
  test("contains everything to verify the passkey elsewhere, and its user", async () => {
    const tenancy = await createTestTenancy(run.current);
    const at = run.current.clock.now();
    const [first] = await own(tenancy, 1, {
      userId: "ada",
      username: "ada@example.com",
      givenName: "Ada",
      familyName: "Lovelace",
      displayName: "Ada L.",
    });
    if (first === undefined) throw new Error("nothing was registered");
    run.current.clock.advance(5_000);
    await authenticate(tenancy, first.device);
    expect(await exportOf(tenancy)).toEqual([
      {
        _tag: "VaultPasskey",
        id: first.passkeyId,
        credentialId: first.credentialId,
        publicKey: expect.stringMatching(/^[\w-]{80,}$/) as string,
        algorithm: -7,
        signCount: 1,
        transports: ["internal", "hybrid"],
        backupEligible: false,
        backedUp: false,
        userVerified: true,
        aaguid: "00000000-0000-0000-0000-000000000000",
        attestationFormat: "none",
        userHandle: first.device.credentials[0]?.userHandle,
        rpId: "example.com",
        username: "ada@example.com",
        displayName: "Ada L.",
        namedAt: at,
        enabled: true,
        createdAt: at,
        lastUsedAt: at + 5_000,
        user: {
          sub: first.sub,
          userId: "ada",
          email: "ada@example.com",
          emailVerified: false,
          emailHeld: true,
          givenName: "Ada",
          familyName: "Lovelace",
          enabled: true,
        },
      },
    ]);
  });

  test("distinguishes claimed from owned emails, and marks disabled users and passkeys", async () => {
    const tenancy = await createTestTenancy(run.current);
    const claimed = await registerSelf(
      tenancy,
      createSoftwareAuthenticator({ origin: testOrigin }),
      { email: "eve@example.com" },
    );
    expect((await exportOf(tenancy))[0]?.user).toEqual({
      sub: claimed.principal.sub,
      email: "eve@example.com",
      emailVerified: false,
      emailHeld: false,
      givenName: "",
      familyName: "",
      enabled: true,
    });
    await updateUser(tenancy.ctx, claimed.principal.sub, { emailVerified: true });
    await updatePasskey(tenancy.ctx, claimed.principal.authenticatorId, {
      enabled: false,
      disabledReason: "lost",
    });
    await setUserDisabled(tenancy.ctx, claimed.principal.sub, true);
    expect(await exportOf(tenancy)).toMatchObject([
      {
        enabled: false,
        disabledReason: "lost",
        user: { emailVerified: true, emailHeld: true, enabled: false },
      },
    ]);
  });
});

test("an empty vault exports only the end line", async () => {
  expect(await exportOf(await createTestTenancy(run.current))).toEqual([]);
});

test("contains nothing of another tenancy", async () => {
  const tenancy = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  await own(other, 1);
  expect(await exportOf(tenancy)).toEqual([]);
});

describe("the audit log", () => {
  test("records each export with its actor before the first line, even if it is not read to its end", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { id, headers } = await exporter(tenancy);
    const { body } = await openExport(tenancy, headers);
    await body?.cancel();
    expect(await auditsOf(tenancy)).toMatchObject([
      { actorKind: "apiKey", actorId: id, targetKind: "tenancy", targetId: tenancy.id },
    ]);
    await tenancy.backend("GET", "passkeys/export", undefined, headers);
    expect(await auditsOf(tenancy)).toHaveLength(2);
  });
});

describe("many passkeys", () => {
  const many = limits.exportPageRows * 2 + 20;

  /** Counts the pages read from the database. */
  function counting() {
    const counted = { pages: 0 };
    const db = interceptQueries(run.current.db, (statement, send) => {
      if (statement.sql.includes("LATERAL")) counted.pages += 1;
      return send();
    });
    return { counted, part: { db } };
  }

  async function full(): Promise<[TestTenancy, string[]]> {
    const tenancy = await createTestTenancy(run.current);
    await own(tenancy, 1);
    return [tenancy, await multiplyPasskey(run.current, tenancy, many)];
  }

  test("are exported once each, newest first, over several pages", async () => {
    const [tenancy, ids] = await full();
    expect((await exportOf(tenancy)).map(({ id }) => id)).toEqual(ids);
  });

  test("are read only as fast as the consumer reads, and not after it stops", async () => {
    const [tenancy] = await full();
    const { counted, part } = counting();
    await withBroken(part, async () => {
      const reader = (await openExport(tenancy)).body?.getReader();
      await reader?.read();
      // One chunk is part of a page. The next page may already be loading.
      expect(counted.pages).toBeLessThanOrEqual(1);
      await reader?.cancel();
    });
    expect(counted.pages).toBe(1);
    const whole = counting();
    await withBroken(whole.part, () => exportOf(tenancy));
    expect(whole.counted.pages).toBe(pagesOf(many + 1));
  });

  test("are exported once each while others are created and deleted", async () => {
    const [tenancy, ids] = await full();
    const { db } = run.current;
    const template = await db.passkey.findFirstOrThrow({
      where: { tenancyId: tenancy.id },
      omit: { attestationChain: true },
    });
    const reader = (await openExport(tenancy)).body?.getReader();
    const chunks: Uint8Array[] = [];
    const doomed = new Set(ids.filter((_, index) => index % 7 === 3));
    for (let step = 0; ; step++) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done || value === undefined) break;
      chunks.push(value);
      run.current.clock.advance(1);
      const fresh = run.current.createId();
      await db.passkey.create({ data: { ...template, id: fresh, credentialId: fresh } });
      await db.passkey.deleteMany({
        where: {
          tenancyId: tenancy.id,
          id: { in: [...doomed].filter((_, index) => index % 5 === step % 5) },
        },
      });
    }
    expect(chunks.length).toBeGreaterThan(3);
    const seen = parseLines(Buffer.concat(chunks).toString()).flatMap((line) =>
      line._tag === "VaultPasskey" ? [line.id] : [],
    );
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => !doomed.has(id))).toEqual(ids.filter((id) => !doomed.has(id)));
  });

  test.each([
    ["its key is locked", (tenancy: TestTenancy, keyId: string) => lockApiKey(tenancy.ctx, keyId)],
    [
      "its key is revoked",
      (tenancy: TestTenancy, keyId: string) => revokeApiKey(tenancy.ctx, keyId),
    ],
    ["its tenancy is suspended", (tenancy: TestTenancy) => setTenancySuspended(tenancy.ctx, true)],
  ])("end without the end line when %s meanwhile", async (_name, fall) => {
    const [tenancy] = await full();
    const { id, headers } = await exporter(tenancy);
    const reader = (await openExport(tenancy, headers)).body?.getReader();
    const first = await reader?.read();
    await fall(tenancy, id);
    let text = Buffer.from(first?.value ?? []).toString();
    const rest = async () => {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done || value === undefined) return;
        text += Buffer.from(value).toString();
      }
    };
    await expect(rest()).rejects.toThrow();
    expect(text).not.toContain("VaultExportEnd");
    expect(text.split("\n").length - 1).toBeLessThanOrEqual(limits.exportPageRows);
    expect(run.current.logged.some((line) => line.includes("response.stream_failed"))).toBe(true);
  });
});
