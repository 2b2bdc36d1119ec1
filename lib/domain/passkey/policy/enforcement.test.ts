import { beforeEach, describe, expect, test } from "vitest";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { attest, type StatementChanges } from "@/testing/authenticator/certified-attestation";
import { createAuthority } from "@/testing/authenticator/issue-certificate";
import type { Lies } from "@/testing/authenticator/lies";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticatorOptions,
} from "@/testing/authenticator/software-authenticator";
import {
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  register,
} from "@/testing/ceremonies";
import { eventsOf } from "@/testing/events-of";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { findModelProof } from "./find-model-proof";
import { getPolicy } from "./get-policy";
import { savePolicy } from "./save-policy";

const run = provideService();

const model = "ee882879-721c-4913-9775-3dfcce97072a";
const otherModel = "2fc0579f-8113-47ea-b116-bb5a8db9202a";
const maker = createAuthority("CN=Maker, O=Example, C=SE");
const stranger = createAuthority("CN=Stranger, O=Example, C=SE");
const pemOf = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;
const roots = [pemOf(maker.certificate)];

const device = (options: Partial<SoftwareAuthenticatorOptions> = {}) =>
  createSoftwareAuthenticator({ origin: testOrigin, aaguid: model, ...options });
type Device = ReturnType<typeof device>;

let tenancy: TestTenancy;
beforeEach(async () => {
  tenancy = await createTestTenancy(run.current);
});

type Rules = Partial<PasskeyPolicyRules>;

async function adopt(rules: Rules): Promise<void> {
  const { version } = await getPolicy(tenancy.ctx);
  await savePolicy(tenancy.ctx, {
    version,
    rules: PasskeyPolicyRules.parse({ mode: "enforce", ...rules }),
  });
}

/** Registers with an attestation that the maker, or another issuer, signs. */
async function registerAttested(phone: Device, changes: StatementChanges = {}, lies: Lies = {}) {
  const { sessionToken, optionsJSON } = await beginRegistration(tenancy);
  const response = phone.register(optionsJSON, lies);
  const key = phone.credentials.at(-1)?.key;
  if (key === undefined) throw new Error("the device has no credential");
  return tenancy.browser("POST", "passkey/registration/verification", {
    sessionToken,
    response: attest(response, key, "packed", { issuer: maker, ...changes }),
  });
}

async function registerPlain(phone: Device, lies: Lies = {}) {
  const { sessionToken, optionsJSON } = await beginRegistration(tenancy);
  return tenancy.browser("POST", "passkey/registration/verification", {
    sessionToken,
    response: phone.register(optionsJSON, lies),
  });
}

const signIn = async (phone: Device, lies?: Lies) =>
  finishAuthentication(tenancy, phone, await beginAuthentication(tenancy), lies);

const outcomeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  status === 200 ? "accepted" : body["reason"];

describe("registration under a policy with roots", () => {
  test("requests and stores the attestation, and accepts a chain to a root", async () => {
    await adopt({ roots });
    const { optionsJSON } = await beginRegistration(tenancy);
    expect(optionsJSON.attestation).toBe("direct");
    expect(outcomeOf(await registerAttested(device()))).toBe("accepted");
    const stored = await run.current.db.passkey.findFirstOrThrow({
      where: { tenancyId: tenancy.id },
    });
    expect(stored.attestationType).toBe("basic");
    expect(stored.attestationObject).not.toBeNull();
  });

  test("refuses a passkey without attestation, with its own key's, or of another maker", async () => {
    await adopt({ roots });
    expect(outcomeOf(await registerPlain(device()))).toBe("policy-unattested");
    expect(outcomeOf(await registerPlain(device({ attestation: "packed-self" })))).toBe(
      "policy-unattested",
    );
    expect(outcomeOf(await registerAttested(device(), { issuer: stranger }))).toBe("policy-root");
    const members = (statement: Map<string, unknown>) => {
      statement.set("sig", new Uint8Array(70));
    };
    expect(outcomeOf(await registerAttested(device(), { members }))).toBe("attestation");
    expect(await run.current.db.passkey.count({ where: { tenancyId: tenancy.id } })).toBe(0);
  });

  test("refuses models that are denied or not allowed", async () => {
    await adopt({ roots, allowedAaguids: [model] });
    expect(outcomeOf(await registerAttested(device()))).toBe("accepted");
    expect(outcomeOf(await registerAttested(device({ aaguid: otherModel })))).toBe("policy-aaguid");
    await adopt({ roots, deniedAaguids: [model] });
    expect(outcomeOf(await registerAttested(device()))).toBe("policy-aaguid");
  });
});

describe("registration under rules without roots", () => {
  test.each<[string, Rules, Partial<SoftwareAuthenticatorOptions>, Lies, string]>([
    ["syncable", { storage: "device-bound" }, { backupEligible: true }, {}, "policy-storage"],
    ["device-bound", { storage: "device-bound" }, {}, {}, "accepted"],
    ["device-bound where synced", { storage: "synced" }, {}, {}, "policy-storage"],
    ["verified", { requireUserVerification: true }, {}, {}, "accepted"],
    [
      "unverified",
      { requireUserVerification: true },
      { userVerified: false },
      {},
      "policy-user-verification",
    ],
    ["another algorithm", { algorithms: [-7] }, { algorithm: -8 }, { algorithm: -8 }, "algorithm"],
  ])("judges a passkey that is %s", async (_name, rules, options, lies, outcome) => {
    await adopt(rules);
    expect(outcomeOf(await registerPlain(device(options), lies))).toBe(outcome);
  });

  test("asks the device for user verification and for the accepted algorithms", async () => {
    await adopt({ requireUserVerification: true, algorithms: [-7] });
    const { optionsJSON } = await beginRegistration(tenancy);
    expect(optionsJSON.authenticatorSelection?.userVerification).toBe("required");
    expect(optionsJSON.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7]);
    expect(optionsJSON.attestation).toBe("none");
  });

  test("narrows the sites that can embed ceremonies", async () => {
    const partner = "https://partner.example";
    const shop = "https://shop.example";
    await tenancy.set({ topOrigins: [partner, shop], allowCrossOriginWithoutTopOrigin: true });
    tenancy.ctx.tenancy = { ...tenancy.ctx.tenancy, topOrigins: [partner, shop] };
    await adopt({ topOrigins: [partner] });
    const embedded = { crossOrigin: true };
    expect(outcomeOf(await registerPlain(device(), { ...embedded, topOrigin: partner }))).toBe(
      "accepted",
    );
    expect(outcomeOf(await registerPlain(device(), { ...embedded, topOrigin: shop }))).toBe(
      "policy-top-origin",
    );
    expect(outcomeOf(await registerPlain(device(), embedded))).toBe("policy-top-origin");
    expect(outcomeOf(await registerPlain(device()))).toBe("accepted");
  });
});

describe("sign-in", () => {
  test("is judged only if the policy says so", async () => {
    const phone = device({ backupEligible: true });
    await register(tenancy, phone);
    await adopt({ storage: "device-bound" });
    expect(outcomeOf(await signIn(phone))).toBe("accepted");
    await adopt({ storage: "device-bound", enforceOnSignIn: true });
    expect(outcomeOf(await signIn(phone))).toBe("policy-storage");
    await adopt({ storage: "device-bound", enforceOnSignIn: true, mode: "off" });
    expect(outcomeOf(await signIn(phone))).toBe("accepted");
  });

  test("refuses only after the signature has verified, and writes nothing", async () => {
    const phone = device({ backupEligible: true });
    await register(tenancy, phone);
    await adopt({ storage: "device-bound", enforceOnSignIn: true });
    expect(outcomeOf(await signIn(phone, { signature: "other-data" }))).toBe("signature");
    expect(outcomeOf(await signIn(phone))).toBe("policy-storage");
    const { lastUsedAt } = await run.current.db.passkey.findFirstOrThrow({
      where: { tenancyId: tenancy.id },
    });
    expect(lastUsedAt).toBeNull();
  });

  test("judges the attestation that registration stored, at the time of registration", async () => {
    await adopt({ roots });
    const now = run.current.clock.now();
    const validity = { from: now - 60_000, until: now + 60_000 };
    const leaf = (facts: object) => ({ ...facts, validity }) as never;
    const phone = device();
    const plain = device();
    expect(outcomeOf(await registerAttested(phone, { leaf }))).toBe("accepted");
    await adopt({ mode: "off" });
    expect(outcomeOf(await registerPlain(plain))).toBe("accepted");
    await adopt({ roots, enforceOnSignIn: true });
    run.current.clock.advance(120_000);
    expect(outcomeOf(await signIn(phone))).toBe("accepted");
    expect(outcomeOf(await signIn(plain))).toBe("policy-unattested");
  });

  test("an imported passkey of unknown eligibility is judged by what its device reports", async () => {
    const phone = device({ backupEligible: true });
    await register(tenancy, phone);
    await run.current.db.passkey.updateMany({
      where: { tenancyId: tenancy.id },
      data: { backupAssumed: true, backupEligible: false },
    });
    await adopt({ storage: "device-bound", enforceOnSignIn: true });
    expect(outcomeOf(await signIn(phone))).toBe("policy-storage");
  });
});

test("a compound statement has no effect without a policy, and is not verified for one", async () => {
  const compound: Lies = { attestationFormat: "compound", attestationStatement: [] };
  expect(outcomeOf(await registerPlain(device(), compound))).toBe("accepted");
  await adopt({ roots });
  expect(outcomeOf(await registerPlain(device(), compound))).toBe("attestation");
});

test("monitor accepts, and records what enforce would refuse", async () => {
  await adopt({ mode: "monitor", enforceOnSignIn: true, storage: "device-bound" });
  const phone = device({ backupEligible: true });
  await register(tenancy, phone);
  expect(outcomeOf(await signIn(phone))).toBe("accepted");
  await register(tenancy, device(), { userId: "other", username: "other" });
  const events = await eventsOf(run.current, tenancy);
  const monitored = events
    .filter(({ kind }) => kind.endsWith(".monitored"))
    .sort((a, b) => a.kind.localeCompare(b.kind));
  expect(monitored).toMatchObject([
    { kind: "registration.monitored", reason: "VerificationFailed.policy-storage" },
    { kind: "sign-in.monitored", reason: "VerificationFailed.policy-storage" },
  ]);
  expect(monitored.every(({ sub, passkeyId }) => sub !== null && passkeyId !== null)).toBe(true);
});

test("says who backs a passkey's model: unchecked, only the device, or a trusted maker", async () => {
  const proofs = async () => {
    const tenancyNow = await findTenancy(run.current, tenancy.id);
    if (tenancyNow === null) throw new Error("the tenancy is gone");
    const ctx = { ...tenancy.ctx, tenancy: tenancyNow };
    const stored = await run.current.db.passkey.findMany({
      where: { tenancyId: tenancy.id },
      orderBy: { attestationFormat: "asc" },
    });
    return Promise.all(stored.map(({ id }) => findModelProof(ctx, id)));
  };
  await registerPlain(device());
  expect(await proofs()).toEqual([{ kind: "unchecked" }]);
  await adopt({ roots });
  await registerAttested(device());
  expect(await proofs()).toEqual([{ kind: "claimed" }, { kind: "verified", by: "Maker" }]);
});
