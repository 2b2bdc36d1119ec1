import { expect, test } from "vitest";
import { revokeApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { limits } from "@/lib/limits";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginRegistration, finishRegistration, register } from "@/testing/ceremonies";
import { sampleLine } from "@/testing/import-lines";
import { withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { importInto, openImport, sendImport } from "@/testing/vault-files";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const countOf = async ({ id: tenancyId }: TestTenancy) => [
  await run.current.db.passkey.count({ where: { tenancyId } }),
  await run.current.db.user.count({ where: { tenancyId } }),
];

test("ten concurrent imports of one file create each row once, and each reports every line", async () => {
  const tenancy = await createTestTenancy(run.current);
  const users = 50;
  const lines = Array.from({ length: limits.importBatchLines + 10 }, (_, index) =>
    sampleLine({
      user: { userId: `user-${index % users}`, email: `u${index % users}@example.com` },
    }),
  );
  const orders = Array.from({ length: 10 }, (_, turn) =>
    turn % 2 === 0 ? lines : [...lines].reverse(),
  );
  // Two processes: five imports each, without shared memory.
  const [here, there] = await Promise.all([
    Promise.all(orders.slice(0, 5).map((order) => importInto(tenancy, order))),
    withOtherInstance(() =>
      Promise.all(orders.slice(5).map((order) => importInto(tenancy, order))),
    ),
  ]);
  const reports = [...here, ...there];
  expect(reports.map(({ created, existing }) => created + existing)).toEqual(
    reports.map(() => lines.length),
  );
  expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(lines.length);
  expect(reports.reduce((sum, { usersCreated }) => sum + usersCreated, 0)).toBe(users);
  expect(await countOf(tenancy)).toEqual([lines.length, users]);
});

test("a concurrent registration and import of one user create one user, who owns the email", async () => {
  for (let round = 0; round < 4; round++) {
    const tenancy = await createTestTenancy(run.current);
    const begun = await beginRegistration(tenancy, { userId: "ada", username: "ada@example.com" });
    const user = { userId: "ada", email: "ada@example.com" };
    const work = [
      () => finishRegistration(tenancy, device(), begun),
      () => sendImport(tenancy, [sampleLine({ user }), sampleLine({ user })]),
    ];
    const replies = await Promise.all(
      (round % 2 === 0 ? work : work.reverse()).map((start) => start()),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await countOf(tenancy)).toEqual([3, 1]);
  }
});

test("a credential registered during its import is one passkey", async () => {
  for (let round = 0; round < 4; round++) {
    const tenancy = await createTestTenancy(run.current);
    const { credentialId, ...line } = sampleLine({ user: { userId: "ada" } });
    const begun = await beginRegistration(tenancy, { userId: "bob" });
    const [registered, imported] = await Promise.all([
      finishRegistration(tenancy, device(), begun, { credentialId }),
      sendImport(tenancy, [{ credentialId, ...line }]),
    ]);
    expect(imported.status).toBe(200);
    expect([200, 409]).toContain(registered.status);
    expect(imported.body).toMatchObject(
      registered.status === 200 ? { conflicting: 1, created: 0 } : { created: 1 },
    );
    expect((await countOf(tenancy))[0]).toBe(1);
  }
});

test("concurrent imports and registrations respect the passkey cap", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 4 });
  await register(tenancy, device(), { userId: "ada" });
  const begun = await Promise.all(
    Array.from({ length: 4 }, () => beginRegistration(tenancy, { userId: "ada" })),
  );
  const lines = Array.from({ length: 4 }, () => sampleLine({ user: { userId: "ada" } }));
  const replies = await Promise.all([
    ...begun.map((each) => finishRegistration(tenancy, device(), each)),
    ...lines.map((line) => sendImport(tenancy, [line])),
  ]);
  expect(
    replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 400),
  ).toEqual([]);
  expect(await countOf(tenancy)).toEqual([4, 1]);
});

const batch = (lines: number = limits.importBatchLines) =>
  Array.from({ length: lines }, () => sampleLine());

test("an import with slow lines blocks no request, and imports the lines that have arrived", async () => {
  const tenancy = await createTestTenancy(run.current);
  const slow = openImport(tenancy);
  await slow.write(batch());
  // The next line is requested only after the earlier ones are imported.
  await slow.write(batch(1));
  expect((await countOf(tenancy))[0]).toBe(limits.importBatchLines);
  expect(await importInto(tenancy, batch())).toMatchObject({ created: limits.importBatchLines });
  await register(tenancy, device(), { userId: "ada" });
  await slow.end();
  const reply = await slow.answer;
  expect(await reply?.json()).toMatchObject({ created: limits.importBatchLines + 1 });
});

test("an interrupted import returns 400, keeps finished batches, and continues when sent again", async () => {
  const tenancy = await createTestTenancy(run.current);
  const lines = batch(limits.importBatchLines + 30);
  const broken = openImport(tenancy);
  await broken.write(lines.slice(0, limits.importBatchLines));
  await broken.write(lines.slice(limits.importBatchLines));
  await broken.breakOff();
  expect((await broken.answer)?.status).toBe(400);
  expect((await countOf(tenancy))[0]).toBe(limits.importBatchLines);
  expect(await importInto(tenancy, lines)).toMatchObject({
    existing: limits.importBatchLines,
    created: 30,
  });
});

test("a key revoked during an import imports nothing more", async () => {
  const tenancy = await createTestTenancy(run.current);
  const slow = openImport(tenancy);
  await slow.write(batch());
  await slow.write(batch(1));
  await revokeApiKey(tenancy.ctx, tenancy.apiKeyId);
  await slow.end();
  expect((await slow.answer)?.status).toBe(403);
  expect((await countOf(tenancy))[0]).toBe(limits.importBatchLines);
});
