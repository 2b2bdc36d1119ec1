import { expect, test } from "vitest";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticatorOptions,
} from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  finishAuthentication,
  register,
  registerSelf,
} from "@/testing/ceremonies";
import { withOtherInstallation } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { exportOf, importInto } from "@/testing/vault-files";
import { own } from "@/testing/vault-rules";
import { otherDatabaseUrl } from "@/testing/worker-database";

const run = provideService();
const device = (settings: Partial<SoftwareAuthenticatorOptions> = {}) =>
  createSoftwareAuthenticator({ origin: testOrigin, ...settings });

test.each([-7, -8, -257] as const)(
  "exported from one installation and imported into another, the same authenticator signs in (algorithm %i)",
  async (algorithm) => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device({ algorithm, counter: 7, backedUp: algorithm === -8 });
    const registered = await register(tenancy, phone, { userId: "ada" });
    await authenticate(tenancy, phone);
    const lines = await exportOf(tenancy);
    await withOtherInstallation(await otherDatabaseUrl(), async (service) => {
      const target = await createTestTenancy(service);
      expect(await service.db.passkey.count({ where: { tenancyId: tenancy.id } })).toBe(0);
      expect(await importInto(target, lines)).toMatchObject({
        created: 1,
        usersCreated: 1,
        problems: [],
      });
      const { principal } = await authenticate(target, phone);
      expect(principal).toMatchObject({
        userId: "ada",
        sub: registered.principal.sub,
        authenticatorId: registered.principal.authenticatorId,
        email: "ada@example.com",
      });
      const row = await service.db.passkey.findFirstOrThrow({ where: { tenancyId: target.id } });
      expect(Number(row.signCount)).toBe(phone.credentials[0]?.counter);
      expect(row.signCountRegressedAt).toBeNull();
      // Another passkey of this user uses the same user handle.
      await register(target, device(), { userId: "ada" });
      expect(new Set((await exportOf(target)).map(({ userHandle }) => userHandle))).toEqual(
        new Set([phone.credentials[0]?.userHandle]),
      );
    });
  },
);

test("exporting an import gives the same lines", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { attestation: "direct" });
  await own(tenancy, 3, {
    userId: "ada",
    username: "Ada@Example.com",
    givenName: "Ada",
    familyName: "Lovelace",
  });
  run.current.clock.advance(1_000);
  const claimed = await registerSelf(tenancy, device({ backupEligible: true }), {
    email: "eve@example.com",
    givenName: "Eve",
  });
  const named = await registerSelf(
    tenancy,
    device({ aaguid: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4", userVerified: false }),
    { username: "no address" },
  );
  run.current.clock.advance(1_000);
  await updatePasskey(tenancy.ctx, claimed.principal.authenticatorId, {
    enabled: false,
    disabledReason: "reported lost",
  });
  await updatePasskey(tenancy.ctx, named.principal.authenticatorId, { username: "renamed" });
  await setUserDisabled(tenancy.ctx, named.principal.sub, true);
  const lines = await exportOf(tenancy);
  expect(lines).toHaveLength(5);
  await withOtherInstallation(await otherDatabaseUrl(), async (service) => {
    const target = await createTestTenancy(service);
    await importInto(target, lines);
    expect(await exportOf(target)).toEqual(lines);
  });
});

test("importing an export into its own tenancy changes nothing", async () => {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 2);
  await own(tenancy, 1, { username: "bob@example.com" });
  expect(await importInto(tenancy, await exportOf(tenancy))).toMatchObject({
    lines: 3,
    existing: 3,
    created: 0,
    usersCreated: 0,
    existingLines: [1, 2, 3],
    problems: [],
  });
});

test("a claimed email stays a claim after an import", async () => {
  const tenancy = await createTestTenancy(run.current);
  await registerSelf(tenancy, device(), { email: "ada@example.com" });
  const lines = await exportOf(tenancy);
  await withOtherInstallation(await otherDatabaseUrl(), async (service) => {
    const target = await createTestTenancy(service);
    await importInto(target, lines);
    const owner = await register(target, device(), { username: "ada@example.com" });
    expect(owner.principal.sub).not.toBe(lines[0]?.user.sub);
    expect(
      await service.db.user.findFirst({
        where: { tenancyId: target.id, sub: lines[0]?.user.sub ?? "" },
      }),
    ).toMatchObject({ email: "", emailNormalized: null });
  });
});

test("a passkey or user imported as disabled cannot sign in", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  const tablet = device();
  const first = await register(tenancy, phone, { userId: "ada", username: "ada" });
  const second = await register(tenancy, tablet, { userId: "bob", username: "bob" });
  await updatePasskey(tenancy.ctx, first.principal.authenticatorId, { enabled: false });
  await setUserDisabled(tenancy.ctx, second.principal.sub, true);
  const lines = await exportOf(tenancy);
  await withOtherInstallation(await otherDatabaseUrl(), async (service) => {
    const target = await createTestTenancy(service);
    await importInto(target, lines);
    for (const each of [phone, tablet])
      expect(
        (await finishAuthentication(target, each, await beginAuthentication(target))).body._tag,
      ).toBe("@error/PasskeyDisabled");
  });
});

test("an unknown backup eligibility is set at the first sign-in and enforced after it", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device({ backupEligible: true });
  await register(tenancy, phone, { userId: "ada" });
  const [line] = await exportOf(tenancy);
  await withOtherInstallation(await otherDatabaseUrl(), async (service) => {
    const target = await createTestTenancy(service);
    await importInto(target, [{ ...line, backupEligible: null }]);
    expect((await exportOf(target))[0]).not.toHaveProperty("backupEligible");
    await authenticate(target, phone);
    expect((await exportOf(target))[0]).toMatchObject({ backupEligible: true });
    const lie = await finishAuthentication(target, phone, await beginAuthentication(target), {
      flags: { be: false },
    });
    expect(lie).toMatchObject({ status: 400, body: { reason: "backup-eligibility" } });
  });
});
