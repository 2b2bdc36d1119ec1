import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { removeOwnPasskey } from "@/lib/domain/admin/operator/account/remove-own-passkey";
import { removeMember } from "@/lib/domain/admin/operator/members/change-role";
import { findSession } from "@/lib/domain/admin/operator/session/find-session";
import { limits } from "@/lib/limits";
import { rsaWithExponent } from "@/testing/authenticator/costly-rsa";
import { createAuthority } from "@/testing/authenticator/issue-certificate";
import { openSystem } from "@/testing/operator-ceremonies";
import { withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestOperator, type TestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { getPolicy, listPolicyVersions } from "./get-policy";
import { savePolicy } from "./save-policy";

const run = provideService();

const pemOf = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----`;
const slowRoot = createAuthority("CN=Slow root", { keys: rsaWithExponent(2n ** 32n) });

const rulesOf = (rules: Partial<PasskeyPolicyRules>) => PasskeyPolicyRules.parse(rules);

describe("versions", () => {
  test("start at 0, which is off; each save adds one and is audited", async () => {
    const { ctx, id } = await createTestTenancy(run.current);
    expect(await getPolicy(ctx)).toMatchObject({ version: 0, rules: { mode: "off" } });
    const rules = rulesOf({ mode: "monitor", storage: "synced" });
    await savePolicy(ctx, { version: 0, rules, reason: "Audit 2026" });
    const saved = await savePolicy(ctx, { version: 1, rules: rulesOf({ mode: "enforce" }) });
    expect(saved).toMatchObject({ version: 2, rules: { mode: "enforce", storage: "any" } });
    expect(await getPolicy(ctx)).toEqual(saved);
    expect(await listPolicyVersions(ctx)).toMatchObject([
      { version: 2, rules: { mode: "enforce" }, before: rules, reason: null },
      {
        version: 1,
        rules,
        before: { mode: "off" },
        reason: "Audit 2026",
        actorKind: "operator",
      },
    ]);
    expect(
      await run.current.db.auditEvent.findMany({
        where: { tenancyId: id, action: "tenancy.passkey-policy-saved" },
        orderBy: { detail: "asc" },
        select: { detail: true, reason: true },
      }),
    ).toEqual([
      { detail: "version 1 monitor", reason: "Audit 2026" },
      { detail: "version 2 enforce", reason: null },
    ]);
  });

  test("only the latest are listed, the oldest of them with the one before it", async () => {
    const { ctx, id: tenancyId } = await createTestTenancy(run.current);
    const row = { tenancyId, actorKind: "system", createdAt: new Date(ctx.clock.now()) };
    const documentOf = (version: number) => rulesOf({ algorithms: [version] });
    await run.current.db.passkeyPolicy.createMany({
      data: Array.from({ length: limits.policyVersionsShown + 2 }, (_, index) => ({
        ...row,
        version: index + 1,
        document: documentOf(index + 1),
      })),
    });
    const listed = await listPolicyVersions(ctx);
    expect(listed).toHaveLength(limits.policyVersionsShown);
    expect(listed.at(-1)).toMatchObject({ version: 3, before: documentOf(2) });
  });

  test("only one of two concurrent saves of a version succeeds", async () => {
    const { ctx } = await createTestTenancy(run.current);
    for (let version = 0; version < 5; version++) {
      const outcomes = await withOtherInstance((other) =>
        Promise.allSettled([
          savePolicy(ctx, { version, rules: rulesOf({}) }),
          savePolicy({ ...ctx, db: other.db }, { version, rules: rulesOf({ mode: "monitor" }) }),
        ]),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect((await getPolicy(ctx)).version).toBe(version + 1);
    }
  });

  test.each<[string, Partial<PasskeyPolicyRules>]>([
    ["roots.0", { roots: ["no certificate"] }],
    ["roots.0", { roots: ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"] }],
    ["roots.0", { roots: [pemOf(slowRoot.certificate)] }],
    ["roots", { allowedAaguids: ["ee882879-721c-4913-9775-3dfcce97072a"] }],
    ["minimumCertification", { minimumCertification: "L2" }],
    ["algorithms.0", { algorithms: [-36] }],
    ["topOrigins.0", { topOrigins: ["https://partner.example"] }],
  ])("refuses invalid rules and names %s", async (path, rules) => {
    const { ctx } = await createTestTenancy(run.current);
    await expect(savePolicy(ctx, { version: 0, rules: rulesOf(rules) })).rejects.toMatchObject({
      tag: "@error/BadRequest",
      extra: { issues: [{ path: `rules.${path}` }] },
    });
  });
});

describe("the installation's last owner", () => {
  const deviceBound = rulesOf({ mode: "enforce", enforceOnSignIn: true, storage: "device-bound" });

  async function givePasskey({ sub, system }: TestOperator, backupEligible: boolean) {
    const { db, clock, createId } = run.current;
    const tenancyId = system.tenancy.id;
    const now = new Date(clock.now());
    const id = createId();
    const credentialId = randomBytes(16).toString("base64url");
    await db.passkey.create({
      data: {
        tenancyId,
        id,
        sub,
        credentialId,
        userHandle: sub,
        backupEligible,
        rpId: "localhost",
        publicKey: Buffer.of(0xa0),
        algorithm: -7,
        signCount: 0,
        transports: [],
        backedUp: false,
        userVerified: true,
        attestationFormat: "none",
        aaguid: "00000000-0000-0000-0000-000000000000",
        username: "",
        displayName: "",
        namedAt: now,
        createdAt: now,
        updatedAt: now,
      },
    });
    await db.operatorPasskey.create({ data: { tenancyId, passkeyId: id, trustedFrom: now } });
    return id;
  }

  async function createOwners(...backupEligible: boolean[]) {
    const system = await openSystem(run.current);
    await run.current.db.operator.deleteMany({ where: { tenancyId: system.tenancy.id } });
    const owners = [];
    for (const eligible of backupEligible) {
      const owner = await createTestOperator(run.current);
      owners.push({ ...owner, passkeyId: await givePasskey(owner, eligible) });
    }
    return { system, owners };
  }

  afterEach(async () => {
    const { tenancy } = await openSystem(run.current);
    await run.current.db.tenancy.update({
      where: { id: tenancy.id },
      data: { passkeyPolicyVersion: 0 },
    });
    await run.current.db.passkeyPolicy.deleteMany({ where: { tenancyId: tenancy.id } });
    await run.current.db.operator.deleteMany({ where: { tenancyId: tenancy.id } });
  });

  test("cannot be shut out by a policy that judges sign-ins", async () => {
    const { system } = await createOwners(true);
    await expect(savePolicy(system, { version: 0, rules: deviceBound })).rejects.toMatchObject({
      tag: "@error/BadRequest",
    });
    const onRegistration = { ...deviceBound, enforceOnSignIn: false };
    await savePolicy(system, { version: 0, rules: onRegistration });
    await savePolicy(system, { version: 1, rules: { ...deviceBound, mode: "monitor" } });
  });

  test("cannot leave, or lose the last accepted passkey, while the policy refuses the others", async () => {
    const { system, owners } = await createOwners(false, true);
    await savePolicy(system, { version: 0, rules: deviceBound });
    const [ada] = owners;
    if (ada === undefined) throw new Error("there is no owner");
    await givePasskey(ada, true);
    const session = await findSession(run.current, ada.cookie);
    if (session === null) throw new Error("there is no session");
    const refused = { tag: "@error/Forbidden" };
    await expect(removeMember(system, ada.sub)).rejects.toMatchObject(refused);
    await expect(removeOwnPasskey(system, session, ada.passkeyId)).rejects.toMatchObject(refused);
    await givePasskey(ada, false);
    await removeOwnPasskey(system, session, ada.passkeyId);
  });

  test("stays when a policy is saved while the only accepted owner is removed", async () => {
    for (let round = 0; round < 8; round++) {
      const { system, owners } = await createOwners(false, true);
      const [ada] = owners;
      if (ada === undefined) throw new Error("there is no owner");
      const { version } = await getPolicy(system);
      const [saved, removed] = await withOtherInstance((other) =>
        Promise.allSettled([
          savePolicy(system, { version, rules: deviceBound }),
          removeMember({ ...system, db: other.db }, ada.sub),
        ]),
      );
      expect([saved.status, removed.status].sort()).toEqual(["fulfilled", "rejected"]);
      if (saved.status === "fulfilled")
        await savePolicy(system, { version: version + 1, rules: rulesOf({}) });
    }
  });
});
