import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";

export interface Installation {
  endpoint: string;
  tenancyId: string;
  clientId: string;
  apiKey: string;
}

/** Registers a user, signs her in, and exchanges both codes, on one of the two mounts. */
export async function runCustomer(
  { endpoint, tenancyId, clientId, apiKey }: Installation,
  mount: "/v2" | "",
) {
  const base = `${endpoint}${mount}/${tenancyId}`;
  const page = new URL(endpoint).origin;
  const device = createSoftwareAuthenticator({ origin: page });
  const asBackend = { "Content-Type": "application/json", Authorization: `Bearer ${apiKey}` };
  const asBrowser = { "Content-Type": "application/json", Origin: page, "X-CLIENT-ID": clientId };

  async function call(url: string, init: RequestInit) {
    const response = await fetch(url, init);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, never>;
  }
  const post = (path: string, headers: Record<string, string>, body: object) =>
    call(`${base}/${path}`, { method: "POST", headers, body: JSON.stringify(body) });

  const { registrationToken } = await post("passkey/registration/authorize", asBackend, {
    username: "ada@example.com",
    userId: `ada${mount}`,
  });
  const creation = await post("passkey/registration/options", asBrowser, { registrationToken });
  const registered = await post("passkey/registration/verification", asBrowser, {
    sessionToken: creation["sessionToken"],
    response: device.register(
      creation["optionsJSON"] as unknown as Parameters<typeof device.register>[0],
    ),
  });

  const { authenticationToken } = await post("passkey/authentication/authorize", asBackend, {
    discoverable: true,
  });
  const request = await post("passkey/authentication/options", asBrowser, { authenticationToken });
  const signedIn = await post("passkey/authentication/verification", asBrowser, {
    sessionToken: request["sessionToken"],
    response: device.authenticate(
      request["optionsJSON"] as unknown as Parameters<typeof device.authenticate>[0],
    ),
  });

  const extended = await call(`${base}/principal/${registered["code"]}`, { headers: asBackend });
  const principal = await call(`${endpoint}/${tenancyId}/token/${signedIn["code"]}`, {
    headers: asBackend,
  });
  return { extended, principal };
}
