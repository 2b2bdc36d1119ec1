import type { Page } from "@playwright/test";
import { errorOf, newEmail, open, register, signIn, valueOf } from "./customer-page";
import { expect, test } from "./fixtures";
import type { VirtualAuthenticator } from "./virtual-authenticator";

const toBase64Url = (base64: string) => Buffer.from(base64, "base64").toString("base64url");
const idsOn = async ({ credentials }: VirtualAuthenticator) =>
  (await credentials()).map(({ credentialId }) => credentialId);
const update = (page: Page, token: unknown) =>
  page.evaluate(
    (updatePasskeysToken) => window.keystead.updatePasskeys({ updatePasskeysToken }),
    String(token),
  );
const remove = (page: Page, token: unknown) =>
  page.evaluate(
    (deletePasskeysToken) => window.keystead.deletePasskeys({ deletePasskeysToken }),
    String(token),
  );
const prune = (page: Page, token: unknown) =>
  page.evaluate(
    (prunePasskeysToken) => window.keystead.prunePasskeys({ prunePasskeysToken }),
    String(token),
  );
const requests = (page: Page) =>
  page.evaluate(() =>
    window.events.flatMap((event) =>
      event.type === "request"
        ? [event.path.replace(/^.*\/passkeys\//, "")]
        : event.type === "signal"
          ? [event.name]
          : [],
    ),
  );
const forgetEvents = (page: Page) => page.evaluate(() => void (window.events.length = 0));

/** Lets the pause after a registration end. */
const endRegistrations = `UPDATE "UserHandle" SET "registrationUntil" = now() - interval '1 minute'`;

/** Removes one method of the Signal API, as in older browsers. */
const withoutSignal = (page: Page, name: string) =>
  page.evaluate(
    (method) => Object.defineProperty(PublicKeyCredential, method, { value: undefined }),
    name,
  );

test("renames a passkey on the device after the backend renames it", async ({
  page,
  customer,
  authenticator,
  backend,
}) => {
  await open(page, customer);
  const { principal } = valueOf(await register(page));
  const prepared = await backend("POST", "passkeys/update", {
    userId: principal.sub,
    username: "lovelace",
    displayName: "Ada Lovelace",
  });
  await forgetEvents(page);
  expect(valueOf(await update(page, prepared["updatePasskeysToken"]))).toEqual({
    _tag: "UpdateSuccess",
    warnings: [],
  });
  const [kept] = await authenticator.credentials();
  expect(kept).toMatchObject({ userName: "lovelace", userDisplayName: "Ada Lovelace" });
  await expect
    .poll(() => authenticator.changes)
    .toEqual([{ type: "updated", credentialId: kept?.credentialId }]);
  expect(await requests(page)).toEqual(["update/exchange", "signalCurrentUserDetails"]);
  expect(
    (await backend("GET", `passkeys/${principal.authenticatorId}`))["credential"],
  ).toMatchObject({ username: "lovelace" });
});

test("removes only the passkey that the backend deletes from the device", async ({
  page,
  customer,
  authenticator,
  backend,
}) => {
  await open(page, customer);
  const stays = valueOf(await register(page));
  const goes = valueOf(await register(page));
  const { credential } = (await backend("GET", `passkeys/${goes.principal.authenticatorId}`)) as {
    credential: { id: string };
  };
  const prepared = await backend("POST", "passkeys/delete", {
    passkeyIds: [goes.principal.authenticatorId, "unknown"],
  });
  const result = valueOf(await remove(page, prepared["deletePasskeysToken"]));
  expect(result).toMatchObject({
    _tag: "DeleteSuccess",
    warnings: [{ code: "PASSKEY_NOT_FOUND", passkeyId: "unknown" }],
  });
  expect(await idsOn(authenticator)).toHaveLength(1);
  await expect
    .poll(() =>
      authenticator.changes.map(({ type, credentialId }) => [type, toBase64Url(credentialId)]),
    )
    .toEqual([["deleted", credential.id]]);
  expect(valueOf(await signIn(page)).principal.sub).toBe(stays.principal.sub);
});

test("pruning removes unaccepted passkeys from the device, not accepted ones or other accounts'", async ({
  page,
  customer,
  authenticator,
  backend,
}) => {
  await open(page, customer);
  const first = valueOf(await register(page));
  const [old] = await authenticator.credentials();
  // A second device of the same account.
  await authenticator.forgetAll();
  const { registrationToken } = await backend("POST", "passkey/registration/authorize", {
    username: "ada",
    userId: first.principal.sub,
  });
  const second = valueOf(
    await page.evaluate(
      (token) => window.keystead.registerPasskey({ registrationToken: token }),
      String(registrationToken),
    ),
  );
  expect(second.principal.sub).toBe(first.principal.sub);
  const accepted = await idsOn(authenticator);
  await backend("PATCH", `passkeys/${first.principal.authenticatorId}`, { enabled: false });
  const { prunePasskeysToken } = await backend("POST", "passkeys/prune", {
    userId: first.principal.sub,
  });
  expect(valueOf(await prune(page, prunePasskeysToken))).toEqual({
    _tag: "PruneSuccess",
    warnings: [],
  });
  expect(await idsOn(authenticator)).toEqual(accepted);
  // Back on the first device, which another account uses too.
  await authenticator.forgetAll();
  if (old !== undefined) await authenticator.keep(old);
  valueOf(await register(page));
  const others = (await idsOn(authenticator)).filter((id) => id !== old?.credentialId);
  expect(others).toHaveLength(1);
  authenticator.changes.length = 0;
  expect(valueOf(await prune(page, prunePasskeysToken))).toEqual({
    _tag: "PruneSuccess",
    warnings: [],
  });
  expect(await idsOn(authenticator)).toEqual(others);
  await expect
    .poll(() => authenticator.changes)
    .toEqual([{ type: "deleted", credentialId: old?.credentialId }]);
});

test("a sign-in tells the device which passkeys to keep if the tenancy sends signals", async ({
  page,
  customer,
  authenticator,
  query,
}) => {
  await open(page, customer);
  valueOf(await register(page));
  const [kept] = await idsOn(authenticator);
  const setSignals = (isOn: boolean) =>
    query(`UPDATE "Tenancy" SET "signalsAfterSignIn" = $1, "updatedAt" = now()`, [isOn]);
  await setSignals(true);
  // The registration is too recent: a device may have a passkey that isn't stored.
  expect(valueOf(await signIn(page))).not.toHaveProperty("acceptedPasskeys");
  expect(await requests(page)).not.toContain("signalAllAcceptedCredentials");
  await query(endRegistrations);
  const { acceptedPasskeys } = valueOf(await signIn(page));
  await setSignals(false);
  expect(acceptedPasskeys?.allAcceptedCredentialIds).toEqual([toBase64Url(kept ?? "")]);
  await expect.poll(() => requests(page)).toContain("signalAllAcceptedCredentials");
  expect(await idsOn(authenticator)).toEqual([kept]);
  expect(authenticator.changes).toEqual([]);
});

test("without accepted passkeys, nothing is removed from the device", async ({
  page,
  customer,
  authenticator,
  backend,
}) => {
  await open(page, customer);
  const { principal } = valueOf(await register(page));
  await backend("PATCH", `passkeys/${principal.authenticatorId}`, { enabled: false });
  const prepared = await backend("POST", "passkeys/prune", { userId: principal.sub });
  const { warnings } = valueOf(await prune(page, prepared["prunePasskeysToken"]));
  expect(warnings.map(({ code }) => code)).toEqual(["NO_PASSKEYS_FOUND", "EMPTY_SIGNAL_PAYLOAD"]);
  expect(await idsOn(authenticator)).toHaveLength(1);
  expect(authenticator.changes).toEqual([]);
});

test("a browser without the Signal API doesn't exchange the token, so that another one still can", async ({
  page,
  customer,
  authenticator,
  backend,
}) => {
  await open(page, customer);
  const { principal } = valueOf(await register(page));
  expect(await page.evaluate(() => window.keystead.isSignalSupported())).toBe(true);
  const { updatePasskeysToken } = await backend("POST", "passkeys/update", {
    userId: principal.sub,
    username: "lovelace",
  });
  const { deletePasskeysToken } = await backend("POST", "passkeys/delete", {
    userId: principal.sub,
  });
  const { prunePasskeysToken } = await backend("POST", "passkeys/prune", { userId: principal.sub });
  for (const name of [
    "signalCurrentUserDetails",
    "signalUnknownCredential",
    "signalAllAcceptedCredentials",
  ])
    await withoutSignal(page, name);
  await forgetEvents(page);
  expect(
    await page.evaluate(() => [
      window.keystead.isSignalSupported(),
      window.unsafe.isSignalSupported(),
    ]),
  ).toEqual([false, false]);
  const told = [
    valueOf(await update(page, updatePasskeysToken)),
    valueOf(await remove(page, deletePasskeysToken)),
    valueOf(await prune(page, prunePasskeysToken)),
  ];
  for (const { warnings } of told)
    expect(warnings.map(({ code }) => code)).toEqual(["BROWSER_SIGNAL_UNSUPPORTED"]);
  expect(await requests(page)).toEqual([]);
  await open(page, customer);
  expect(valueOf(await remove(page, deletePasskeysToken)).warnings).toEqual([]);
  expect(await idsOn(authenticator)).toEqual([]);
});

test("a signal that the browser rejects is a warning, and the next one is still sent", async ({
  page,
  customer,
  authenticator,
  backend,
}) => {
  await open(page, customer);
  const one = valueOf(await register(page));
  const two = valueOf(await register(page));
  const { deletePasskeysToken } = await backend("POST", "passkeys/delete", {
    passkeyIds: [one.principal.authenticatorId, two.principal.authenticatorId],
  });
  await page.evaluate(() => {
    const signal = PublicKeyCredential.signalUnknownCredential.bind(PublicKeyCredential);
    let calls = 0;
    PublicKeyCredential.signalUnknownCredential = (options) =>
      calls++ === 0
        ? Promise.reject(new DOMException("not for this site", "SecurityError"))
        : signal(options);
  });
  expect(valueOf(await remove(page, deletePasskeysToken)).warnings).toEqual([
    { code: "BROWSER_SIGNAL_FAILED", message: "not for this site" },
  ]);
  expect((await requests(page)).filter((name) => name === "signalUnknownCredential")).toHaveLength(
    1,
  );
  expect(await idsOn(authenticator)).toHaveLength(1);
});

test("a bad token returns an error, and rejects in the unsafe client", async ({
  page,
  customer,
}) => {
  await open(page, customer);
  expect(errorOf(await update(page, "nonsense"))).toMatchObject({ _tag: "@error/InvalidToken" });
  const caught = await page.evaluate(() =>
    window.unsafe
      .prunePasskeys({ prunePasskeysToken: "nonsense" })
      .catch((error: { _tag: string }) => error._tag),
  );
  expect(caught).toBe("@error/InvalidToken");
  const aborted = await page.evaluate(() =>
    window.keystead.deletePasskeys({ deletePasskeysToken: "x", signal: AbortSignal.abort() }),
  );
  expect(errorOf(aborted)).toMatchObject({ _tag: "@error/Aborted" });
});

test("an orphaned passkey stays on the device until the page requests its removal", async ({
  page,
  customer,
  authenticator,
  backend,
}) => {
  await open(page, customer);
  const { principal } = valueOf(await register(page));
  await backend("DELETE", `passkeys/${principal.authenticatorId}`);
  const [kept] = await authenticator.credentials();
  const error = errorOf(await signIn(page));
  expect(error).toMatchObject({
    _tag: "@error/OrphanedPasskey",
    credentialId: toBase64Url(kept?.credentialId ?? ""),
    rpId: "localhost",
    repaired: false,
  });
  expect(await idsOn(authenticator)).toHaveLength(1);
  const removed = await page.evaluate(
    (orphan) => window.keystead.removeOrphanedPasskey(orphan),
    error as Extract<typeof error, { _tag: "@error/OrphanedPasskey" }>,
  );
  expect(valueOf(removed)).toEqual({ _tag: "DeleteSuccess", warnings: [] });
  expect(await idsOn(authenticator)).toEqual([]);
});

test("repairOrphans removes it immediately, and nothing else", async ({
  page,
  customer,
  authenticator,
  backend,
}) => {
  await open(page, customer);
  const orphan = valueOf(await register(page));
  await backend("DELETE", `passkeys/${orphan.principal.authenticatorId}`);
  const error = errorOf(
    await page.evaluate(() => window.keystead.authenticatePasskey({ repairOrphans: true })),
  );
  expect(error).toMatchObject({ _tag: "@error/OrphanedPasskey", repaired: true });
  expect(await idsOn(authenticator)).toEqual([]);
  expect(authenticator.changes.map(({ type }) => type)).toEqual(["deleted"]);
});

test("other failed sign-ins remove nothing", async ({ page, customer, authenticator, backend }) => {
  await open(page, customer);
  const { principal } = valueOf(await register(page));
  await backend("PATCH", `passkeys/${principal.authenticatorId}`, { enabled: false });
  const disabled = errorOf(
    await page.evaluate(() => window.keystead.authenticatePasskey({ repairOrphans: true })),
  );
  expect(disabled).toMatchObject({ _tag: "@error/PasskeyDisabled" });
  const [kept] = await authenticator.credentials();
  const forged = {
    ...disabled,
    credentialId: toBase64Url(kept?.credentialId ?? ""),
    rpId: "localhost",
  };
  const refused = await page.evaluate(
    (error) =>
      window.keystead.removeOrphanedPasskey(error as never).then(
        () => "removed",
        (caught: Error) => caught.name,
      ),
    forged,
  );
  expect(refused).toBe("TypeError");
  // A response that names another passkey than the picked one.
  await page.route("**/passkey/authentication/verification", (route) =>
    route.fulfill({
      status: 404,
      headers: { "Access-Control-Allow-Origin": "*" },
      json: {
        _tag: "@error/PasskeyNotFound",
        message: "not here",
        credentialId: "AAAA",
        rpId: "localhost",
      },
    }),
  );
  const other = errorOf(
    await page.evaluate(() => window.keystead.authenticatePasskey({ repairOrphans: true })),
  );
  expect(other).toMatchObject({ _tag: "@error/OrphanedPasskey", repaired: false });
  expect(await idsOn(authenticator)).toHaveLength(1);
  expect(authenticator.changes).toEqual([]);
});

test("a custom name reaches the device unchanged", async ({
  page,
  customer,
  authenticator,
  backend,
}) => {
  await open(page, customer);
  const { principal } = valueOf(await register(page, newEmail()));
  const username = `Ünï <b>"quoted"</b> ☃ ${"x".repeat(40)}`;
  const { updatePasskeysToken } = await backend("POST", "passkeys/update", {
    userId: principal.sub,
    username,
  });
  expect(valueOf(await update(page, updatePasskeysToken)).warnings).toEqual([]);
  expect((await authenticator.credentials())[0]).toMatchObject({
    userName: username,
    userDisplayName: username,
  });
});
