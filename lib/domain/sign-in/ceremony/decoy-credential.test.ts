import { describe, expect, test } from "vitest";
import { maxPasskeysPerUser } from "@/lib/contract/fields";
import type { DeviceCredential } from "@/testing/authenticator/device-credential";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  register,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = (credentialIdBytes = 32) =>
  createSoftwareAuthenticator({ origin: testOrigin, credentialIdBytes });

interface Offered {
  id: string;
  type: string;
  transports?: string[];
}

const offered = async (tenancy: TestTenancy, fields: object): Promise<Offered[]> =>
  (await beginAuthentication(tenancy, fields)).optionsJSON.allowCredentials ?? [];
const lengthOf = ({ id }: Offered) => Buffer.from(id, "base64url").length;
const shapeOf = (credential: Offered) =>
  `${lengthOf(credential)} ${(credential.transports ?? []).join(",")}`;
const strangers = (count: number) =>
  Array.from({ length: count }, (_, index) => `stranger-${index}@example.com`);

/** What widely used passkey providers and security keys report at registration. */
const realShapes: [provider: string, idBytes: number, transports: string[]][] = [
  ["iCloud Keychain", 20, ["internal", "hybrid"]],
  ["Google Password Manager", 16, ["hybrid", "internal"]],
  ["Windows Hello", 32, ["internal"]],
  ["a password manager", 16, ["internal"]],
  ["a YubiKey 5 NFC", 48, ["nfc", "usb"]],
  ["a security key with only USB", 64, ["usb"]],
  ["a security key with a long id", 96, ["usb", "nfc"]],
  ["a browser that reports no transports", 32, []],
];

async function registerDevice(
  tenancy: TestTenancy,
  username: string,
  [, idBytes, transports]: (typeof realShapes)[number],
): Promise<void> {
  const reply = await finishRegistration(
    tenancy,
    device(idBytes),
    await beginRegistration(tenancy, { username, userId: username }),
    { transports },
  );
  expect(reply.status).toBe(200);
}

async function offeredToStrangers(tenancy: TestTenancy, count: number): Promise<Offered[][]> {
  const lists: Offered[][] = [];
  for (const email of strangers(count)) lists.push(await offered(tenancy, { email }));
  return lists;
}

describe("an email without passkeys looks like one with passkeys", () => {
  test("in the number of credentials, their id lengths and transports", async () => {
    const tenancy = await createTestTenancy(run.current);
    for (const shape of realShapes) await registerDevice(tenancy, "ada@example.com", shape);
    await registerDevice(tenancy, "two@example.com", ["one", 20, ["internal", "hybrid"]]);
    await registerDevice(tenancy, "two@example.com", ["another", 16, ["internal", "hybrid"]]);
    const lists = await offeredToStrangers(tenancy, 400);
    const counts = new Set(lists.map((list) => list.length));
    expect(counts.has((await offered(tenancy, { email: "two@example.com" })).length)).toBe(true);
    expect([...counts].sort()).toEqual(expect.arrayContaining([1, 2, 3]));
    const decoyShapes = new Set(lists.flat().map(shapeOf));
    for (const real of await offered(tenancy, { email: "ada@example.com" }))
      expect(decoyShapes, shapeOf(real)).toContain(shapeOf(real));
  });

  test("in the order of the credentials", async () => {
    const tenancy = await createTestTenancy(run.current);
    for (const shape of realShapes) await registerDevice(tenancy, "ada@example.com", shape);
    const lists = [
      await offered(tenancy, { email: "ada@example.com" }),
      ...(await offeredToStrangers(tenancy, 50)),
    ];
    for (const ids of lists.map((list) => list.map(({ id }) => id)))
      expect(ids).toEqual([...ids].sort());
  });

  test("in the order of transports, and without transports that no decoy has", async () => {
    const tenancy = await createTestTenancy(run.current);
    await registerDevice(tenancy, "ada@example.com", [
      "an unusual provider",
      20,
      ["internal", "pigeon", "hybrid", "internal"],
    ]);
    expect((await offered(tenancy, { email: "ada@example.com" }))[0]?.transports).toEqual([
      "hybrid",
      "internal",
    ]);
  });

  test("in the limit of passkeys per user", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 1 });
    for (const list of await offeredToStrangers(tenancy, 60)) expect(list).toHaveLength(1);
  });

  test("over time, and with other decoys per email, tenancy and rpId", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { rpIds: ["login.example.com"] });
    const other = await createTestTenancy(run.current);
    const [first] = await offered(tenancy, { email: "eve@example.com" });
    run.current.clock.advance(86_400_000);
    expect(await offered(tenancy, { email: " EVE@example.com" })).toEqual(
      await offered(tenancy, { email: "eve@example.com" }),
    );
    const rest = [
      await offered(tenancy, { email: "bob@example.com" }),
      await offered(other, { email: "eve@example.com" }),
      await offered(tenancy, { email: "eve@example.com", rpId: "login.example.com" }),
    ];
    for (const list of rest) expect(list.map(({ id }) => id)).not.toContain(first?.id);
  });

  test("when its owner has deleted all passkeys", async () => {
    const tenancy = await createTestTenancy(run.current);
    const before = await offered(tenancy, { email: "ada@example.com" });
    const { principal } = await register(tenancy, device(), { username: "ada@example.com" });
    await tenancy.backend("DELETE", `passkeys/${principal.authenticatorId}`);
    expect(await offered(tenancy, { email: "ada@example.com" })).toEqual(before);
  });
});

test("offers one decoy for an unknown passkey id, in varied shapes", async () => {
  const tenancy = await createTestTenancy(run.current);
  const list = [];
  for (let request = 0; request < 3; request++) {
    const ids = Array.from({ length: maxPasskeysPerUser }, () => run.current.createId());
    const decoys = await offered(tenancy, { allowCredentials: ids });
    expect(decoys).toHaveLength(ids.length);
    expect(await offered(tenancy, { allowCredentials: ids })).toEqual(decoys);
    list.push(...decoys);
  }
  expect(new Set(list.map(shapeOf)).size).toBeGreaterThanOrEqual(6);
});

test("every decoy fails like a real credential with a bad signature", async () => {
  const tenancy = await createTestTenancy(run.current);
  const eve = device();
  await register(tenancy, device(), { username: "ada@example.com", userId: "ada" });
  await register(tenancy, device(), { username: "ada@example.com", userId: "ada" });
  await register(tenancy, eve, { username: "eve", userId: "eve" });
  const emails = ["ada@example.com", ...strangers(12)];
  const replies = [];
  for (const email of emails)
    for (const { id } of await offered(tenancy, { email })) {
      const reply = await finishAuthentication(
        tenancy,
        eve,
        await beginAuthentication(tenancy, { email }),
        { userHandle: null, answerWith: eve.credentials[0] as DeviceCredential, id },
      );
      replies.push({ status: reply.status, body: reply.body });
    }
  for (const reply of replies) expect(reply).toEqual(replies[0]);
  expect(replies[0]).toMatchObject({
    status: 400,
    body: { _tag: "@error/VerificationFailed", reason: "signature" },
  });
});
