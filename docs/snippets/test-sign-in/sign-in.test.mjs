import { expect, test } from "@playwright/test";

/** Gives the page's browser a device for passkeys, which confirms every prompt. */
async function addDevice(page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async passkeys() {
      const { credentials } = await devTools.send("WebAuthn.getCredentials", { authenticatorId });
      return credentials;
    },
    forgetPasskeys: () => devTools.send("WebAuthn.clearCredentials", { authenticatorId }),
  };
}

/** Waits for the email with the code. */
async function codeTo(email) {
  const inbox = `${process.env.KEYSTEAD_URL}/inbox.json?email=${encodeURIComponent(email)}`;
  let code;
  await expect(async () => {
    const { emails } = await (await fetch(inbox)).json();
    code = /^\d{6,10}$/m.exec(emails[0].text)[0];
  }).toPass();
  return code;
}

const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Signs in with an emailed code, and creates a passkey. */
async function signUp(page, email) {
  await page.goto("/");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await button(page, "Email me a code").click();
  await page.getByLabel("Code from the email").fill(await codeTo(email));
  await button(page, "Sign in").click();
  await button(page, "Create a passkey").click();
  await expect(page.getByRole("status")).toContainText("Passkey created.");
}

test("a user signs in by code, creates a passkey and signs in with it", async ({ page }) => {
  const device = await addDevice(page);
  await signUp(page, "ada@example.com");
  expect(await device.passkeys()).toHaveLength(1);
  await button(page, "Sign out").click();
  await button(page, "Sign in with a passkey").click();
  await expect(page.getByText("Signed in as ada@example.com")).toBeVisible();
});

test("a user without a passkey on the device is told so", async ({ page }) => {
  const device = await addDevice(page);
  await signUp(page, "grace@example.com");
  await button(page, "Sign out").click();
  await device.forgetPasskeys();
  await button(page, "Sign in with a passkey").click();
  await expect(page.getByRole("status")).toContainText("no passkey could be used");
});
