import { expect } from "vitest";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "@/testing/authenticator/software-authenticator";

/** The installation and tenancy that the tests call. */
export interface Target {
  endpoint: string;
  tenancyId: string;
}

/** A page of a customer, with the passkeys of its device. */
export interface Page {
  origin: string;
  device: SoftwareAuthenticator;
}

export const newDevice = (origin = "http://localhost:4000"): Page => ({
  origin,
  device: createSoftwareAuthenticator({ origin }),
});

export async function post<T>(
  { endpoint, tenancyId }: Target,
  { origin }: Page,
  path: string,
  body: object,
): Promise<T> {
  const response = await fetch(`${endpoint}/v2/${tenancyId}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.status, `${path}: ${text}`).toBe(200);
  return JSON.parse(text) as T;
}

interface Options<T extends "register" | "authenticate"> {
  sessionToken: string;
  optionsJSON: Parameters<SoftwareAuthenticator[T]>[0];
}

/** Runs the page's part of a registration and returns the code. */
export async function register(target: Target, page: Page, body: object): Promise<string> {
  const { sessionToken, optionsJSON } = await post<Options<"register">>(
    target,
    page,
    "passkey/registration/options",
    body,
  );
  const { code } = await post<{ code: string }>(target, page, "passkey/registration/verification", {
    sessionToken,
    response: page.device.register(optionsJSON),
  });
  return code;
}

/** Runs the page's part of a sign-in and returns the code. */
export async function signIn(target: Target, page: Page, body: object): Promise<string> {
  const { sessionToken, optionsJSON } = await post<Options<"authenticate">>(
    target,
    page,
    "passkey/authentication/options",
    body,
  );
  const { code } = await post<{ code: string }>(
    target,
    page,
    "passkey/authentication/verification",
    { sessionToken, response: page.device.authenticate(optionsJSON) },
  );
  return code;
}
