import { expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";
import { testLegacyLookup } from "@/testing/test-legacy-lookup";
import { createTestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";

const run = provideService();

testLegacyLookup(run, (passkeyId) => `credentials/${passkeyId}`);

test("returns one list of the requested passkeys without duplicates", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { legacyLookups: true });
  const [one, two] = await own(tenancy, 3);
  const { body } = await callApi(
    "GET",
    `/v2/${tenancy.id}/credentials/${one?.passkeyId},${two?.passkeyId},${one?.passkeyId}`,
  );
  expect(body).toEqual({
    rpId: "example.com",
    userId: one?.device.credentials[0]?.userHandle,
    allAcceptedCredentialIds: expect.any(Array) as unknown,
  });
  expect((body["allAcceptedCredentialIds"] as string[]).sort()).toEqual(
    [one?.credentialId, two?.credentialId].sort(),
  );
});

test("accepts passkeys of one user with different user handles, and returns the first handle", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { legacyLookups: true });
  const [first] = await own(tenancy, 1);
  const [moved] = await own(tenancy, 1, { username: "bob" });
  await tenancy.backend("PATCH", `passkeys/${moved?.passkeyId}`, { userId: "ada" });
  for (const [one, two] of [
    [first, moved],
    [moved, first],
  ]) {
    const { status, body } = await callApi(
      "GET",
      `/v2/${tenancy.id}/credentials/${one?.passkeyId},${two?.passkeyId}`,
    );
    expect(status).toBe(200);
    expect(body["userId"]).toBe(one?.device.credentials[0]?.userHandle);
    expect((body["allAcceptedCredentialIds"] as string[]).sort()).toEqual(
      [first?.credentialId, moved?.credentialId].sort(),
    );
  }
});

test("returns NotFound for passkeys of different users, an unknown one and too many", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { legacyLookups: true });
  const [ada] = await own(tenancy, 1);
  const [bob] = await own(tenancy, 1, { username: "bob" });
  const lists = [
    [ada?.passkeyId, bob?.passkeyId],
    [ada?.passkeyId, run.current.createId()],
    [ada?.passkeyId, ""],
    Array.from({ length: 101 }, () => run.current.createId()),
  ];
  for (const list of lists)
    expect(await callApi("GET", `/v2/${tenancy.id}/credentials/${list.join(",")}`)).toMatchObject({
      status: 404,
      body: { _tag: "@error/NotFound" },
    });
});
