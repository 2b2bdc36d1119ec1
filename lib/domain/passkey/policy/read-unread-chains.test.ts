import { beforeEach, describe, expect, test } from "vitest";
import { GivenPolicyRules, type PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { unacceptableChain } from "@/lib/domain/passkey/attestation/chain-facts";
import { Prisma } from "@/prisma/generated/client";
import {
  attest,
  ceremonyOf,
  certify,
  type StatementChanges,
} from "@/testing/authenticator/certified-attestation";
import { rsaSpki } from "@/testing/authenticator/costly-rsa";
import { createAuthority } from "@/testing/authenticator/issue-certificate";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginAuthentication, beginRegistration, finishAuthentication } from "@/testing/ceremonies";
import { withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { readUnreadChains } from "./read-unread-chains";
import { rehearsePolicy, savePolicy } from "./save-policy";

const run = provideService();
const maker = createAuthority("CN=Maker, O=Example, C=SE");
const pemOf = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;
const roots = [pemOf(maker.certificate)];
const rulesOf = (rules: Partial<PasskeyPolicyRules>) => GivenPolicyRules.parse(rules);

let tenancy: TestTenancy;
beforeEach(async () => {
  while ((await readUnreadChains(run.current)) > 0);
  tenancy = await createTestTenancy(run.current, {}, { attestation: "direct" });
});

const device = () => createSoftwareAuthenticator({ origin: testOrigin });
type Device = ReturnType<typeof device>;

async function register(phone: Device, changes: StatementChanges = {}): Promise<void> {
  const { sessionToken, optionsJSON } = await beginRegistration(tenancy);
  const response = phone.register(optionsJSON);
  const key = phone.credentials.at(-1)?.key;
  if (key === undefined) throw new Error("the device has no credential");
  const reply = await tenancy.browser("POST", "passkey/registration/verification", {
    sessionToken,
    response: attest(response, key, "packed", { issuer: maker, ...changes }),
  });
  expect(reply.status, reply.text).toBe(200);
}

const storedChains = async () =>
  (
    await run.current.db.passkey.findMany({
      where: { tenancyId: tenancy.id },
      orderBy: { id: "asc" },
    })
  ).map(({ attestationChain }) => attestationChain);

/** Stores passkeys as an older release did. */
const forget = () =>
  run.current.db.passkey.updateMany({
    where: { tenancyId: tenancy.id },
    data: { attestationChain: Prisma.DbNull },
  });

async function readAll(): Promise<void> {
  while ((await readUnreadChains(run.current)) > 0);
}

describe("the attestations of an older release", () => {
  test("get the facts that registration stores today", async () => {
    await savePolicy(tenancy.ctx, { version: 0, rules: rulesOf({ mode: "monitor", roots }) });
    await register(device());
    const [atRegistration] = await storedChains();
    expect(atRegistration).toMatchObject({ root: expect.any(String) as string });
    await forget();
    await readAll();
    expect(await storedChains()).toEqual([atRegistration]);
  });

  test("count as not yet read in a simulation, and are enforced all the same", async () => {
    const trusted = device();
    const foreign = device();
    await register(trusted);
    await register(foreign, { issuer: createAuthority("CN=Stranger") });
    await forget();

    const before = await rehearsePolicy(tenancy.ctx, rulesOf({ roots }));
    expect(before.totals).toMatchObject({ passkeys: 2, notYetRead: 2, refusedPasskeys: 0 });
    const withoutAttestation = await rehearsePolicy(tenancy.ctx, rulesOf({ storage: "synced" }));
    expect(withoutAttestation.totals).toMatchObject({ notYetRead: 0, refusedPasskeys: 2 });

    await readAll();
    const after = await rehearsePolicy(tenancy.ctx, rulesOf({ roots }));
    expect(after.totals).toMatchObject({
      passkeys: 2,
      notYetRead: 0,
      refusedPasskeys: 1,
      reasons: { "policy-root": 1 },
    });

    await forget();
    const rules = rulesOf({ mode: "enforce", enforceOnSignIn: true, roots });
    await savePolicy(tenancy.ctx, { version: 0, rules });
    const outcome = async (phone: Device) =>
      (await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy))).status;
    expect([await outcome(trusted), await outcome(foreign)]).toEqual([200, 400]);
  });

  test("with hostile certificates are read within the bounds, and anchored by nothing", async () => {
    const phone = device();
    await register(phone);
    const { optionsJSON } = await beginRegistration(tenancy);
    const other = device();
    const ceremony = ceremonyOf(other.register(optionsJSON), other.credentials[0]!.key);
    const leaf: StatementChanges["leaf"] = (facts) => ({
      ...facts,
      publicKey: rsaSpki({ bits: 16_384, exponent: 65_537n }),
    });
    await run.current.db.passkey.updateMany({
      where: { tenancyId: tenancy.id },
      data: {
        attestationObject: certify("packed", ceremony, { issuer: maker, leaf }),
        attestationChain: Prisma.DbNull,
      },
    });
    await readAll();
    expect(await storedChains()).toEqual([unacceptableChain]);
    const { totals } = await rehearsePolicy(tenancy.ctx, rulesOf({ roots }));
    expect(totals.reasons).toEqual({ "policy-root": 1 });
  });

  test("are read once by any number of processes, and a locked passkey is skipped", async () => {
    await register(device());
    await register(device());
    await forget();
    const [locked] = await run.current.db.passkey.findMany({
      where: { tenancyId: tenancy.id },
      orderBy: { id: "asc" },
    });
    await withOtherInstance(async (other) => {
      await other.db.$transaction(async (tx) => {
        await tx.$executeRaw`SELECT 1 FROM "Passkey" WHERE "id" = ${locked?.id} FOR UPDATE`;
        await readAll();
        expect(await storedChains()).toEqual([null, expect.anything()]);
      });
      const counts = await Promise.all([readUnreadChains(run.current), readUnreadChains(other)]);
      expect(counts.sort()).toEqual([0, 1]);
    });
    expect(await storedChains()).toEqual([expect.anything(), expect.anything()]);
  });
});

test("an attestation that isn't stored has no facts", async () => {
  tenancy = await createTestTenancy(run.current);
  await register(device());
  expect(await storedChains()).toEqual([null]);
  expect(await readUnreadChains(run.current)).toBe(0);
});
