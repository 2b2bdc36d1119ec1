import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import { importMetadata } from "@/lib/domain/passkey/metadata/import-metadata";
import { attest } from "@/testing/authenticator/certified-attestation";
import { createAuthority } from "@/testing/authenticator/issue-certificate";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginAuthentication, beginRegistration, finishAuthentication } from "@/testing/ceremonies";
import { createMetadataSigner, type MetadataSigner } from "@/testing/metadata-blob";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

// Each rule from the API that saves it to registration, sign-in and simulator.
const run = provideService();
const model = "ee882879-721c-4913-9775-3dfcce97072a";
const maker = createAuthority("CN=Maker, O=Example, C=SE");
const newDevice = () => createSoftwareAuthenticator({ origin: testOrigin, aaguid: model });
type Device = ReturnType<typeof newDevice>;

let signer: MetadataSigner;
let tenancy: TestTenancy;
let headers: Record<string, string>;
beforeAll(async () => {
  signer = await createMetadataSigner(run.current.clock.now());
});
// The installation's row, which all tests of this worker share.
const clear = () => run.current.db.metadataBlob.deleteMany();
beforeEach(async () => {
  await clear();
  tenancy = await createTestTenancy(run.current);
  const { key } = await tenancy.createKey({
    scopes: ["policy:read", "policy:write", "vault:read"],
  });
  headers = { authorization: `Bearer ${key}` };
});
afterEach(clear);

/** Imports metadata that lists the model with these statuses. */
const publish = async (no: number, ...statuses: [status: string, date: string][]) =>
  importMetadata(
    run.current,
    await signer.sign({ no, models: [{ aaguid: model, roots: [maker.certificate], statuses }] }),
    { system: await getSystemTenancy(run.current), root: signer.root },
  );

let version = 0;
beforeEach(() => {
  version = 0;
});
async function save(rules: object): Promise<void> {
  const body = { version, rules: { mode: "enforce", metadata: true, ...rules } };
  const { status, text } = await tenancy.backend("POST", "passkey-policy", body, headers);
  expect(status, text).toBe(200);
  version += 1;
}

const outcomeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  status === 200 ? "accepted" : body["reason"];

async function register(device: Device) {
  const { sessionToken, optionsJSON } = await beginRegistration(tenancy);
  const response = device.register(optionsJSON);
  const key = device.credentials.at(-1)?.key;
  if (key === undefined) throw new Error("the device has no credential");
  return outcomeOf(
    await tenancy.browser("POST", "passkey/registration/verification", {
      sessionToken,
      response: attest(response, key, "packed", { issuer: maker }),
    }),
  );
}

const signIn = async (device: Device) =>
  outcomeOf(await finishAuthentication(tenancy, device, await beginAuthentication(tenancy)));

/** Returns why the simulator says that the saved policy refuses each passkey. */
async function simulate(): Promise<unknown[]> {
  const { text } = await tenancy.backend("POST", "passkey-policy/simulate", {}, headers);
  const lines = text.split("\n").filter((line) => line !== "");
  return lines
    .map((line) => JSON.parse(line) as { _tag: string; reasons: unknown })
    .filter(({ _tag }) => _tag === "RefusedPasskey")
    .map(({ reasons }) => reasons);
}

test("a model below the minimum certification is refused, until it is certified", async () => {
  await publish(1, ["FIDO_CERTIFIED_L1", "2024-01-01"]);
  const device = newDevice();
  await save({});
  expect(await register(device)).toBe("accepted");

  await save({ minimumCertification: "L2", enforceOnSignIn: true });
  expect(await register(newDevice())).toBe("policy-certification");
  expect(await signIn(device)).toBe("policy-certification");
  expect(await simulate()).toEqual([["policy-certification"]]);

  await publish(2, ["FIDO_CERTIFIED_L1", "2024-01-01"], ["FIDO_CERTIFIED_L2", "2025-01-01"]);
  expect(await register(newDevice())).toBe("accepted");
  expect(await signIn(device)).toBe("accepted");
  expect(await simulate()).toEqual([]);
});

test.each(["REVOKED", "USER_VERIFICATION_BYPASS", "ATTESTATION_KEY_COMPROMISE"])(
  "a model with the status %s is refused from the import on",
  async (status) => {
    await publish(1, ["FIDO_CERTIFIED_L1", "2024-01-01"]);
    await save({ enforceOnSignIn: true });
    const device = newDevice();
    expect(await register(device)).toBe("accepted");
    expect(await signIn(device)).toBe("accepted");

    await publish(2, ["FIDO_CERTIFIED_L1", "2024-01-01"], [status, "2025-01-01"]);
    expect(await register(newDevice())).toBe("policy-revoked");
    expect(await signIn(device)).toBe("policy-revoked");
    expect(await simulate()).toEqual([["policy-revoked"]]);
  },
);
