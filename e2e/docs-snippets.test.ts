import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { newEmail } from "./customer-page";
import { registerAndSignIn, runFiveMinutes } from "./five-minutes";
import { expect, test as base } from "./fixtures";
import { waitForOffer } from "./virtual-authenticator";

interface Fixtures {
  /** Origin of a customer's site that serves the guides' snippets with their placeholders filled. */
  site: string;
}

const test = base.extend<Fixtures>({
  site: async ({ demo, backend }, provide) => {
    const filled = (text: string) =>
      text
        .replace("https://keystead.example", demo.endpoint)
        .replace('"YOUR_TENANCY_ID"', `"${demo.tenancyId}"`)
        .replace('"YOUR_CLIENT_ID"', `"${demo.clientId}"`);
    const server = createServer((request, response) => {
      const serve = async () => {
        const path = request.url ?? "/";
        if (request.method === "POST") {
          const { code } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as {
            code: string;
          };
          return void response
            .writeHead(200, { "Content-Type": "application/json" })
            .end(JSON.stringify(await backend("GET", `principal/${code}`)));
        }
        if (path.endsWith(".js"))
          return void response
            .writeHead(200, { "Content-Type": "text/javascript" })
            .end(filled(await readFile(`docs/snippets/browser${path}`, "utf8")));
        response
          .writeHead(200, { "Content-Type": "text/html" })
          .end(
            '<!doctype html><html lang="en"><title>A customer</title>' +
              '<input aria-label="Email" autocomplete="username webauthn"></html>',
          );
      };
      serve().catch(() => response.writeHead(500).end());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await provide(`http://localhost:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

type Module = Record<string, (...args: unknown[]) => Promise<unknown>>;

test("the guide's snippets register, sign in by button and autofill, and add a passkey", async ({
  page,
  authenticator,
  site,
  backend,
}) => {
  await page.goto(site);
  const principals: { userId: string; operation: string; user: { email: string } }[] = [];
  page.on(
    "response",
    (response) =>
      void (
        response.url().endsWith("/session") &&
        response.ok() &&
        response.json().then((body) => principals.push(body as (typeof principals)[number]))
      ),
  );
  const call = (name: string, ...args: unknown[]) =>
    page.evaluate(
      async ([wanted, given]) =>
        ((await import(`${location.origin}/passkeys.js`)) as Module)[wanted]?.(...given),
      [name, args] as const,
    );
  const email = newEmail();
  for (const [name, ...args] of [
    ["signUp", email],
    ["signUp", email],
    ["signIn"],
    ["offerPasskeys"],
  ])
    expect([name, await call(name ?? "", ...args)]).toEqual([name, { success: true }]);
  await expect.poll(() => principals.length).toBe(4);
  expect(principals.map(({ operation }) => operation)).toEqual([
    "registration",
    "registration",
    "authentication",
    "authentication",
  ]);
  await authenticator.forgetAll();
  const { registrationToken } = await backend("POST", "passkey/registration/authorize", {
    username: email,
    userId: "user-guide",
  });
  expect(await call("addPasskey", registrationToken)).toEqual({ success: true });
  await expect.poll(() => principals.at(-1)?.userId).toBe("user-guide");

  // A failure is never mistaken for a sign-in, even one without a message.
  await authenticator.setTakesOffers(false);
  const offered = call("offerPasskeys");
  await waitForOffer(page);
  await authenticator.setTakesOffers(true);
  expect(await call("signIn")).toEqual({ success: true });
  expect(await offered).toEqual({ success: false });
  await expect.poll(() => principals.length).toBe(6);
  await page.route("**/session", (route) => route.fulfill({ status: 401 }));
  expect(await call("signIn")).toEqual({ success: false, message: "Sign-in failed. Try again." });
});

test("the guides' step-up and device snippets work", async ({
  page,
  authenticator,
  site,
  backend,
}) => {
  await page.goto(site);
  const userId = `user-${newEmail()}`;
  const call = (file: string, name: string, ...args: unknown[]) =>
    page.evaluate(
      async ([from, wanted, given]) =>
        ((await import(`${location.origin}/${from}.js`)) as Module)[wanted]?.(...given),
      [file, name, args] as const,
    );
  const { registrationToken } = await backend("POST", "passkey/registration/authorize", {
    username: "before@example.com",
    userId,
  });
  await call("passkeys", "addPasskey", registrationToken);

  const { authenticationToken } = await backend("POST", "passkey/authentication/authorize", {
    userId,
    userVerification: "required",
    purpose: "transfer:7",
  });
  const confirmed = page.waitForResponse(/\/transfers\/7\/confirm$/);
  expect(await call("step-up", "confirmTransfer", authenticationToken, "7")).toBeUndefined();
  expect(await (await confirmed).json()).toMatchObject({
    userId,
    purpose: "transfer:7",
    passkey: { userVerified: true },
  });

  const { updatePasskeysToken } = await backend("POST", "passkeys/update", {
    userId,
    username: "after@example.com",
  });
  expect(await call("devices", "tellDevice", { updatePasskeysToken })).toBeUndefined();
  await expect
    .poll(async () => (await authenticator.credentials()).map(({ userName }) => userName))
    .toEqual(["after@example.com"]);
  const { prunePasskeysToken } = await backend("POST", "passkeys/prune", { userId });
  expect(await call("devices", "tellDevice", { prunePasskeysToken })).toBeUndefined();
  const [kept] = await authenticator.credentials();
  const { deletePasskeysToken } = await backend("POST", "passkeys/delete", { userId });
  expect(await call("devices", "tellDevice", { deletePasskeysToken })).toBeUndefined();
  await expect.poll(() => authenticator.credentials()).toEqual([]);

  // A device that missed the removal offers the passkey again, and then removes it.
  if (kept === undefined) throw new Error("there was no passkey");
  await authenticator.keep(kept);
  const outcome = await page.evaluate(async () => {
    const { signInAndTidy } = (await import(`${location.origin}/devices.js`)) as Module;
    return signInAndTidy?.(() => Promise.resolve(true));
  });
  expect(outcome).toMatchObject({ success: false, _tag: "@error/OrphanedPasskey" });
  await expect.poll(() => authenticator.credentials()).toEqual([]);
});

test("the five-minute start runs as the guide says, with page and backend unchanged", async ({
  page,
  authenticator,
}) => {
  const variables = await readFile(join(process.env["E2E_DATA"] ?? "", "demo.env"), "utf8");
  await runFiveMinutes(variables, (address) => registerAndSignIn(page, address));
  expect(await authenticator.credentials()).toHaveLength(1);
});

test("the five-minute start logs and shows why a sign-in failed", async ({
  page,
  authenticator,
}) => {
  await authenticator.setPresent(true);
  const variables = await readFile(join(process.env["E2E_DATA"] ?? "", "demo.env"), "utf8");
  const wrongKey = variables.replace(/^(KEYSTEAD_API_KEY=.+)..$/m, "$1xx");
  const logged = await runFiveMinutes(wrongKey, async (address) => {
    await page.goto(address);
    await page.getByLabel("Email").fill(newEmail());
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "Sign-in failed. The backend has logged the reason.",
    );
    await expect(page.getByText("Signed in: nobody")).toBeVisible();
  });
  expect(logged).toContain("@error/Forbidden");
  const noServer = variables.replace(/^KEYSTEAD_URL=.+$/m, "KEYSTEAD_URL=http://localhost:1");
  const failed = await runFiveMinutes(noServer, async (address) => {
    const headers = { "Sec-Fetch-Site": "same-origin" };
    const request = { method: "POST", headers, body: "code" };
    expect((await fetch(`${address}/session`, request)).status).toBe(500);
    expect((await fetch(address)).status).toBe(200);
  });
  expect(failed).toContain("fetch failed");
});
