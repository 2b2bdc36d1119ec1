import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { findFreePort } from "@/testing/server-process";
import { newEmail } from "./customer-page";
import { button, expectStatus, signedInAs, signInByCode, startExample } from "./example-program";
import { expect, test as base } from "./fixtures";
import type { VirtualAuthenticator } from "./virtual-authenticator";

interface Fixtures {
  /** Origin of the running examples/python, with the files that its guide lists beside it. */
  python: string;
  /** Origin of the running examples/nextjs, in Next's development server. */
  nextjs: string;
}

const pythonFiles = ["keystead", "exchange", "mailbox_code", "register", "delete_account"].map(
  (name) => `docs/snippets/${name}.py`,
);

const test = base.extend<Fixtures>({
  python: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), "python-"));
    await cp("examples/python", folder, { recursive: true });
    for (const file of [...pythonFiles, "examples/express/page.html"])
      await cp(file, join(folder, file.replace(/^.*\//, "")));
    const { origin, child } = await startExample(["python3", "server.py"], { PORT: "0" }, folder);
    await provide(origin);
    child.kill();
    await rm(folder, { recursive: true });
  },
  nextjs: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), "nextjs-"));
    await cp("examples/nextjs", folder, { recursive: true });
    // The packages are outside the folder. Next reads links only below this root.
    await symlink(resolve("node_modules"), join(folder, "node_modules"));
    await writeFile(
      join(folder, "next.config.mjs"),
      'export default { turbopack: { root: "/" } };',
    );
    const next = resolve("node_modules/next/dist/bin/next");
    const { origin, child } = await startExample(
      [process.execPath, next, "dev", "--port", String(await findFreePort())],
      { NEXT_TELEMETRY_DISABLED: "1" },
      folder,
    );
    await provide(origin);
    const ended = new Promise((exit) => child.once("exit", exit));
    child.kill();
    await ended;
    await rm(folder, { recursive: true });
  },
});

interface Person {
  page: Page;
  authenticator: VirtualAuthenticator;
  codeTo: (email: string) => Promise<string>;
  query: (sql: string, values?: unknown[]) => Promise<number>;
}

/** Signs in by code, creates a passkey, signs in with it, and is refused once disabled. */
async function signInEachWay({ page, authenticator, codeTo, query }: Person, address: string) {
  const email = newEmail();
  await page.goto(address);
  await signInByCode(page, email, () => codeTo(email));
  await signedInAs(page, email);
  await button(page, "Create a passkey").click();
  await expectStatus(page, "Passkey created. Use it the next time you sign in.");
  expect(await authenticator.credentials()).toHaveLength(1);
  const verified = 'SELECT 1 FROM "User" WHERE "email" = $1 AND "emailVerified"';
  expect(await query(verified, [email])).toBe(1);
  const [cookie] = await page.context().cookies(address);
  expect(cookie).toMatchObject({ name: "session", httpOnly: true, sameSite: "Lax" });

  await button(page, "Sign out").click();
  await button(page, "Sign in with a passkey").click();
  await signedInAs(page, email);
  const signedIn = await page.context().cookies(address);
  expect(signedIn.map(({ value }) => value)).not.toContain(cookie?.value);

  await button(page, "Sign out").click();
  await query('UPDATE "User" SET "disabledAt" = now() WHERE "email" = $1', [email]);
  await signInByCode(page, email, () => codeTo(email));
  await expectStatus(page, "This account is disabled. Contact support.");
  await button(page, "Sign in with a passkey").click();
  await expectStatus(page, /disabled/);
  await page.reload();
  await expect(button(page, "Sign out")).toBeHidden();
}

test("the Next.js example signs in by code and with a passkey", async ({
  page,
  authenticator,
  codeTo,
  query,
  nextjs,
}) => {
  await signInEachWay({ page, authenticator, codeTo, query }, nextjs);
  // The key stays on the server.
  expect(await page.content()).toContain(process.env["E2E_URL"]);
  expect(await page.content()).not.toContain("ks_");
});

test("the Next.js example pins the versions that its journey runs", async () => {
  const read = async (file: string) =>
    JSON.parse(await readFile(file, "utf8")) as Record<string, Record<string, string>>;
  const example = await read("examples/nextjs/package.json");
  const { dependencies, devDependencies } = await read("package.json");
  expect({ ...dependencies, ...devDependencies }).toMatchObject({
    ...example["dependencies"],
    ...example["devDependencies"],
  });
});

test.describe("Python", () => {
  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  test.skip(!hasPython, "python3 is not installed");

  test("the Python example signs in by code and with a passkey", async ({
    page,
    authenticator,
    codeTo,
    query,
    python,
  }) => {
    await signInEachWay({ page, authenticator, codeTo, query }, python);
  });

  test("the Python example deletes an account, and refuses another site", async ({
    page,
    authenticator: _,
    codeTo,
    query,
    python,
  }) => {
    const email = newEmail();
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto(python);
    await signInByCode(page, email, () => codeTo(email));
    await button(page, "Create a passkey").click();
    await expectStatus(page, "Passkey created. Use it the next time you sign in.");
    await button(page, "Delete this account").click();
    await expect(button(page, "Sign in with a passkey")).toBeVisible();
    expect(await query('SELECT 1 FROM "User" WHERE "email" = $1', [email])).toBe(0);
    const reply = await page.request.post(`${python}/sign-out`, {
      headers: { "Sec-Fetch-Site": "cross-site" },
    });
    expect(reply.status()).toBe(403);
  });
});
