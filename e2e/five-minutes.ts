import { spawn } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { newEmail } from "./customer-page";

const source = "docs/snippets/five-minutes";

/**
 * Runs the five-minute guide's program with an .env file beside it, as the guide says, and calls
 * `visit` with its address.
 * @returns what the program logged
 */
export async function runFiveMinutes(
  variables: string,
  visit: (address: string) => Promise<void>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "five-minutes-"));
  await writeFile(join(folder, ".env"), variables);
  for (const name of ["page.html", "server.mjs"])
    await copyFile(join(source, name), join(folder, name));
  const child = spawn(process.execPath, ["--env-file=.env", "server.mjs"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], PORT: "0" } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let logged = "";
  child.stderr.on("data", (text: Buffer) => (logged += text.toString()));
  try {
    await visit(
      await new Promise<string>((resolve, reject) => {
        child.stdout.once("data", (line: Buffer) => resolve(line.toString().trim()));
        child.once("exit", () => reject(new Error(`it ended: ${logged}`)));
      }),
    );
    return logged;
  } finally {
    child.kill();
    await rm(folder, { recursive: true });
  }
}

/** Registers on the guide's page, signs out, and signs in again. */
export async function registerAndSignIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText("Signed in: nobody")).toBeVisible();
  const email = newEmail();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText(`Signed in: ${email}`)).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("Signed in: nobody")).toBeVisible();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText(`Signed in: ${email}`)).toBeVisible();
}
