import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

/** Starts an example with the demo tenancy's variables. The first address that it prints is its own. */
export async function startExample(
  [command = "", ...args]: string[],
  variables: Record<string, string>,
  cwd = ".",
): Promise<{ origin: string; child: ChildProcess }> {
  const demo = await readFile(join(process.env["E2E_DATA"] ?? "", "demo.env"), "utf8");
  const child = spawn(command, args, {
    cwd,
    env: {
      PATH: process.env["PATH"],
      ...parseEnv(demo),
      ...variables,
    } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (text: Buffer) => {
      printed += text.toString();
      const [address] = /http:\/\/localhost:\d+/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`it ended: ${printed}`)));
  });
  return { origin, child };
}

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

export const signedInAs = (page: Page, email: string) =>
  expect(page.getByText(`Signed in as ${email}`)).toBeVisible();

export const expectStatus = (page: Page, text: string | RegExp) =>
  expect(page.getByRole("status")).toHaveText(text);

export async function signInByCode(page: Page, email: string, code: () => Promise<string>) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await button(page, "Email me a code").click();
  await expectStatus(page, "We sent you a code.");
  await page.getByLabel("Code from the email").fill(await code());
  await button(page, "Sign in").click();
}
