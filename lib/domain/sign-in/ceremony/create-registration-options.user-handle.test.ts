import { describe, expect, test } from "vitest";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { purgeFormerUserHandles, reserveUserHandle } from "@/lib/domain/user/user-handle";
import { lifetimes } from "@/lib/limits";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginRegistration,
  beginSelfRegistration,
  finishRegistration,
  register,
  registerSelf,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { purgeAll } from "@/testing/purge-all";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { findAcceptedPasskeys } from "./find-accepted-passkeys";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const rpId = "example.com";

const signIn = (tenancy: TestTenancy, on: SoftwareAuthenticator, passkeyId: string) =>
  authenticate(tenancy, on, { allowCredentials: [passkeyId] });
const move = async (tenancy: TestTenancy, passkeyId: string, userId: string) =>
  expect((await tenancy.backend("PATCH", `passkeys/${passkeyId}`, { userId })).status).toBe(202);
const handleOf = async (tenancy: TestTenancy, fields: object) =>
  (await beginRegistration(tenancy, fields)).optionsJSON.user.id;

/** Registers a passkey as Ada and moves it to Bob. Returns its id and its user handle. */
async function moved(tenancy: TestTenancy, on: SoftwareAuthenticator) {
  const { principal } = await register(tenancy, on, { userId: "ada" });
  const id = principal.authenticatorId;
  await move(tenancy, id, "bob");
  return { id, userHandle: on.credentials[0]?.userHandle ?? "" };
}

describe("a registration never replaces a passkey that someone else has now", () => {
  test("after PATCH passkeys/{id} moved it", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { id } = await moved(tenancy, phone);
    const again = await register(tenancy, phone, { userId: "ada" });
    expect((await signIn(tenancy, phone, id)).principal.userId).toBe("bob");
    expect((await signIn(tenancy, phone, again.principal.authenticatorId)).principal.userId).toBe(
      "ada",
    );
  });

  test("after POST principal/{code} moved it", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    await register(tenancy, device(), { username: "bob", userId: "bob" });
    await register(tenancy, phone, { userId: "ada" });
    const { code, principal } = await authenticate(tenancy, phone);
    expect((await tenancy.backend("POST", `principal/${code}`, { userId: "bob" })).status).toBe(
      200,
    );
    await register(tenancy, phone, { userId: "ada" });
    expect((await signIn(tenancy, phone, principal.authenticatorId)).principal.userId).toBe("bob");
  });

  test("if both users have one handle from an earlier import", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { principal } = await register(tenancy, phone, { userId: "ada" });
    await register(tenancy, device(), { username: "bob", userId: "bob" });
    const userHandle = phone.credentials[0]?.userHandle ?? "";
    for (const table of ["userHandle", "passkey"] as const)
      await (run.current.db[table] as typeof run.current.db.passkey).updateMany({
        where: { tenancyId: tenancy.id },
        data: { userHandle },
      });
    await register(tenancy, phone, { username: "bob", userId: "bob" });
    expect((await signIn(tenancy, phone, principal.authenticatorId)).principal.userId).toBe("ada");
  });

  test("if another tenancy of the relying party has a passkey with the handle", async () => {
    const tenancy = await createTestTenancy(run.current);
    const copy = await createTestTenancy(run.current);
    const phone = device();
    const { principal } = await register(tenancy, phone, { userId: "ada" });
    const [credential] = phone.credentials;
    await register(copy, device(), { userId: "ada" });
    await run.current.db.userHandle.updateMany({
      where: { tenancyId: copy.id },
      data: { userHandle: credential?.userHandle ?? "" },
    });
    await register(copy, phone, { userId: "ada" });
    expect((await signIn(tenancy, phone, principal.authenticatorId)).principal.userId).toBe("ada");
  });
});

describe("the handle of further registrations", () => {
  test("is the same new one for all, also at once", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { userHandle } = await moved(tenancy, device());
    const handles = await Promise.all(
      Array.from({ length: 5 }, () => handleOf(tenancy, { userId: "ada" })),
    );
    const [fresh] = handles;
    expect(new Set(handles).size).toBe(1);
    expect(fresh).not.toBe(userHandle);
    await register(tenancy, device(), { userId: "ada" });
    expect(await handleOf(tenancy, { userId: "ada" })).toBe(fresh);
  });

  test("stays while every passkey with it is the user's own, wherever they came from", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { id, userHandle } = await moved(tenancy, phone);
    await move(tenancy, id, "ada");
    const { optionsJSON } = await beginRegistration(tenancy, { userId: "ada" });
    expect(optionsJSON.user.id).toBe(userHandle);
    expect(optionsJSON.excludeCredentials).toMatchObject([{ id: phone.credentials[0]?.id }]);
  });

  test("changes if a passkey with it is not excluded, because it was stored in the meantime", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    await register(tenancy, phone, { userId: "ada" });
    const { sub } = await run.current.db.user.findFirstOrThrow({
      where: { tenancyId: tenancy.id },
    });
    const reserve = (excludedCredentialIds: string[]) =>
      reserveUserHandle(tenancy.ctx, tenancy.ctx.db, {
        sub,
        rpId,
        openMs: 1,
        excludedCredentialIds,
      });
    const current = phone.credentials[0]?.userHandle;
    expect(await reserve([phone.credentials[0]?.id ?? ""])).toBe(current);
    expect(await reserve([])).not.toBe(current);
  });
});

describe("a former handle", () => {
  const openMs = lifetimes.ceremonyTimeoutMs + 2 * lifetimes.sessionGraceMs;
  const stored = ({ id: tenancyId }: TestTenancy) =>
    run.current.db.formerUserHandle.findMany({ where: { tenancyId } });

  test("keeps signals away from its open registration, which then succeeds", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { signalsAfterSignIn: true });
    const phone = device();
    const laptop = device();
    const { principal } = await register(tenancy, phone, { userId: "ada" });
    run.current.clock.advance(openMs);
    const begun = await beginRegistration(tenancy, { userId: "ada" });
    await move(tenancy, principal.authenticatorId, "bob");
    expect(await handleOf(tenancy, { userId: "ada" })).not.toBe(begun.optionsJSON.user.id);

    const handle = { rpId, userHandle: begun.optionsJSON.user.id };
    const accepted = async () =>
      (await findAcceptedPasskeys(tenancy.ctx, handle))?.allAcceptedCredentialIds.length;
    expect(await accepted()).toBeUndefined();
    run.current.clock.advance(lifetimes.ceremonyTimeoutMs);
    expect((await finishRegistration(tenancy, laptop, begun)).status).toBe(200);
    run.current.clock.advance(lifetimes.ceremonyTimeoutMs - 1);
    expect(await accepted()).toBeUndefined();
    run.current.clock.advance(1);
    expect(await accepted()).toBe(2);
  });

  test("is deleted when its registrations have ended", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { userHandle } = await moved(tenancy, device());
    await beginRegistration(tenancy, { userId: "ada" });
    await purgeAll(run.current, purgeFormerUserHandles);
    expect(await stored(tenancy)).toMatchObject([{ userHandle, rpId }]);
    run.current.clock.advance(openMs + 1);
    await purgeAll(run.current, purgeFormerUserHandles);
    expect(await stored(tenancy)).toEqual([]);
  });

  test("is deleted with its user", async () => {
    const tenancy = await createTestTenancy(run.current);
    await moved(tenancy, device());
    await beginRegistration(tenancy, { userId: "ada" });
    const [former] = await stored(tenancy);
    await eraseUser(tenancy.ctx, former?.sub ?? "");
    expect(await stored(tenancy)).toEqual([]);
  });

  test("has no row if no registration is open", async () => {
    const tenancy = await createTestTenancy(run.current);
    await moved(tenancy, device());
    run.current.clock.advance(openMs + 1);
    await beginRegistration(tenancy, { userId: "ada" });
    expect(await stored(tenancy)).toEqual([]);
  });
});

describe("excluded credentials", () => {
  test("are the user's own, whatever the backend lists", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { id } = await moved(tenancy, phone);
    const laptop = device();
    await register(tenancy, laptop, { userId: "ada" });
    const { optionsJSON } = await beginRegistration(tenancy, {
      userId: "ada",
      excludeCredentials: [id],
    });
    expect(optionsJSON.excludeCredentials).toMatchObject([{ id: laptop.credentials[0]?.id }]);
  });

  test("are those that the page lists for a new user, whom nothing else identifies", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { principal } = await registerSelf(tenancy, phone, { username: "ada" });
    const { optionsJSON } = await beginSelfRegistration(tenancy, {
      username: "ada",
      excludeCredentials: [principal.authenticatorId],
    });
    expect(optionsJSON.excludeCredentials).toMatchObject([{ id: phone.credentials[0]?.id }]);
  });
});
