import type { Page } from "@playwright/test";
import type {
  CeremonyEvent,
  Keystead,
  KeysteadError,
  KeysteadOptions,
  KeysteadUnsafe,
  RegistrationSuccess,
  Result,
} from "@/lib/client/v2";

declare global {
  interface Window {
    Keystead: typeof Keystead;
    KeysteadUnsafe: typeof KeysteadUnsafe;
    isKeysteadError: (caught: unknown) => boolean;
    options: KeysteadOptions;
    events: CeremonyEvent[];
    keystead: Keystead;
    unsafe: InstanceType<typeof KeysteadUnsafe>;
    offer: ReturnType<Keystead["authenticatePasskey"]>;
    leaving: AbortController;
  }
}

let count = 0;
export const newEmail = () => `ada-${process.pid}-${count++}@example.com`;

export async function open(page: Page, address: string) {
  await page.goto(address);
  await page.waitForFunction(() => "keystead" in window);
}
export const register = (page: Page, email = newEmail()) =>
  page.evaluate(
    (address) => window.keystead.registerPasskey({ email: address, givenName: "Ada" }),
    email,
  );
export const signIn = (page: Page) => page.evaluate(() => window.keystead.authenticatePasskey());

export function valueOf<T extends object>(result: Result<T>): T {
  if (!result.success) throw new Error(`${result._tag}: ${result.message}`);
  return result.value;
}
export const errorOf = (result: Result<RegistrationSuccess> | Result<object>): KeysteadError => {
  if (result.success) throw new Error("this should have failed");
  return result.error;
};
/** Waits for the result of the prompt or offer on the page. */
export const offered = (page: Page) => page.evaluate(() => window.offer);
