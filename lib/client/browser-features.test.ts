import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { callApi } from "@/testing/api-client";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "@/testing/authenticator/software-authenticator";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { Keystead } from "./keystead";
import { KeysteadUnsafe } from "./keystead-unsafe";

// Headless Chromium leaves conditional creation pending, so a software authenticator stands in for the
// browser's own API.
const run = provideService();
const toBytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url")).buffer;
const toText = (bytes: ArrayBuffer) => Buffer.from(bytes).toString("base64url");

let device: SoftwareAuthenticator;
let capabilities: Record<string, boolean>;
let calls: { mediation?: string }[];
let signals: object[];

type Raw = Omit<PublicKeyCredentialCreationOptionsJSON, "challenge" | "user"> & {
  challenge: ArrayBuffer;
  user: { id: ArrayBuffer; name: string; displayName: string };
};

/** `navigator.credentials.create()` of a password manager that needs no user for an upgrade. */
function create({ publicKey, mediation }: { publicKey: Raw; mediation?: string }) {
  calls.push(mediation === undefined ? {} : { mediation });
  const { id, response } = device.register(
    {
      ...publicKey,
      challenge: toText(publicKey.challenge),
      user: { ...publicKey.user, id: toText(publicKey.user.id) },
      excludeCredentials: [],
    },
    mediation === "conditional" ? { flags: { up: false, uv: false } } : {},
  );
  return Promise.resolve({
    id,
    rawId: toBytes(id),
    type: "public-key",
    getClientExtensionResults: () => ({}),
    response: {
      attestationObject: toBytes(response.attestationObject),
      clientDataJSON: toBytes(response.clientDataJSON),
    },
  });
}

function get({ publicKey }: { publicKey: { challenge: ArrayBuffer; rpId: string } }) {
  const { id, response } = device.authenticate({
    challenge: toText(publicKey.challenge),
    rpId: publicKey.rpId,
  });
  return Promise.resolve({
    id,
    rawId: toBytes(id),
    type: "public-key",
    getClientExtensionResults: () => ({}),
    response: {
      authenticatorData: toBytes(response.authenticatorData),
      clientDataJSON: toBytes(response.clientDataJSON),
      signature: toBytes(response.signature),
      userHandle: toBytes(response.userHandle ?? ""),
    },
  });
}

beforeEach(() => {
  device = createSoftwareAuthenticator({ origin: testOrigin });
  [capabilities, calls, signals] = [{ conditionalCreate: true }, [], []];
  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(() => undefined, {
      getClientCapabilities: () => Promise.resolve(capabilities),
      isConditionalMediationAvailable: () => Promise.resolve(true),
      isUserVerifyingPlatformAuthenticatorAvailable: () => Promise.resolve(true),
      signalAllAcceptedCredentials: (details: object) => Promise.resolve(signals.push(details)),
    }),
  );
  vi.stubGlobal("navigator", { credentials: { create, get } });
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    const { pathname } = new URL(url);
    const headers = { origin: testOrigin };
    const { status, text } = await callApi("POST", pathname, { body: JSON.parse(body), headers });
    return new Response(text, { status });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const clientOf = ({ id: tenancyId, clientId }: TestTenancy) =>
  new Keystead({ tenancyId, clientId, endpoint: "https://id.example" });

async function authorize(tenancy: TestTenancy): Promise<string> {
  const { body } = await tenancy.backend("POST", "passkey/registration/authorize", {
    username: "ada@example.com",
    automatic: true,
  });
  return body["registrationToken"] as string;
}

test("an upgrade creates a passkey without a prompt, and the passkey signs in", async () => {
  const tenancy = await createTestTenancy(run.current);
  const keystead = clientOf(tenancy);
  const events: string[] = [];
  const upgraded = await keystead.upgradeToPasskey({
    registrationToken: await authorize(tenancy),
    onEvent: ({ type }) => events.push(type),
  });
  expect(upgraded).toMatchObject({ success: true, principal: { userVerified: false } });
  expect(calls).toEqual([{ mediation: "conditional" }]);
  expect(events).toEqual(["request", "request"]);
  expect(await keystead.authenticatePasskey()).toMatchObject({ success: true });
});

test("a browser without automatic upgrades leaves the token unused", async () => {
  const tenancy = await createTestTenancy(run.current);
  const keystead = clientOf(tenancy);
  const registrationToken = await authorize(tenancy);
  for (const offered of [{ conditionalCreate: false }, {}] as Record<string, boolean>[]) {
    capabilities = offered;
    expect(await keystead.upgradeToPasskey({ registrationToken })).toMatchObject({
      _tag: "@error/PasskeyUnsupported",
    });
  }
  expect(calls).toEqual([]);
  // The same token with a prompt.
  expect(await keystead.registerPasskey({ registrationToken })).toMatchObject({ success: true });
  expect(calls).toEqual([{}]);
});

test("capabilities come from the browser, or from what its other methods reveal", async () => {
  const options = { tenancyId: "t", clientId: "c", endpoint: "https://id.example" };
  const revealed = {
    conditionalGet: true,
    userVerifyingPlatformAuthenticator: true,
    signalAllAcceptedCredentials: true,
    signalCurrentUserDetails: false,
    signalUnknownCredential: false,
  };
  capabilities = { conditionalCreate: false, conditionalGet: false };
  for (const client of [new Keystead(options), new KeysteadUnsafe(options)])
    expect(await client.getClientCapabilities()).toEqual({ ...revealed, ...capabilities });
  capabilities = {};
  expect(await new Keystead(options).getClientCapabilities()).toEqual(revealed);
  vi.stubGlobal("PublicKeyCredential", undefined);
  expect(await new Keystead(options).getClientCapabilities()).toEqual({
    conditionalGet: false,
    userVerifyingPlatformAuthenticator: false,
    signalAllAcceptedCredentials: false,
    signalCurrentUserDetails: false,
    signalUnknownCredential: false,
  });
});

test("after a sign-in, the device receives the stored passkeys if the tenancy sends signals", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { signalsAfterSignIn: true });
  const keystead = clientOf(tenancy);
  await keystead.registerPasskey({ registrationToken: await authorize(tenancy) });
  await keystead.authenticatePasskey();
  expect(signals).toEqual([]);
  // Longer than a registration counts as open.
  run.current.clock.advance(10 * 60_000);
  const result = await keystead.authenticatePasskey();
  const [credential] = device.credentials;
  expect(signals).toEqual([
    {
      rpId: "example.com",
      userId: credential?.userHandle,
      allAcceptedCredentialIds: [credential?.id],
    },
  ]);
  expect(result).toMatchObject({ success: true, acceptedPasskeys: signals[0] });
});

/** Adds the methods that parse options (WebAuthn L3 §5.1.9) to the browser. */
function addParsers(onParse: (name: string) => void = () => undefined): void {
  const parse =
    (name: string) =>
    ({ challenge, ...json }: { challenge: string; user?: { id: string } }) => {
      onParse(name);
      const user = json.user && { ...json.user, id: toBytes(json.user.id) };
      return { ...json, challenge: toBytes(challenge), ...(user && { user }) };
    };
  Object.assign(PublicKeyCredential, {
    parseCreationOptionsFromJSON: parse("parseCreationOptionsFromJSON"),
    parseRequestOptionsFromJSON: parse("parseRequestOptionsFromJSON"),
  });
}

describe("the browser's own JSON methods", () => {
  let used: string[];

  /** Adds the browser's parsers, and `toJSON` to its credentials. */
  function addJsonMethods(methods: { parse?: () => void; toJSON?: () => void }): void {
    used = [];
    addParsers((name) => {
      used.push(name);
      methods.parse?.();
    });
    const withJson =
      <Options, Raw extends Record<string, unknown>>(run: (options: Options) => Promise<Raw>) =>
      async (options: Options) => {
        const raw = await run(options);
        const { response, ...rest } = raw as unknown as { response: Record<string, ArrayBuffer> };
        const fields = Object.entries(response).map(([name, value]) => [name, toText(value)]);
        const toJSON = () => {
          used.push("toJSON");
          methods.toJSON?.();
          return { ...rest, rawId: raw["id"], response: Object.fromEntries(fields) as object };
        };
        return { ...raw, toJSON };
      };
    vi.stubGlobal("navigator", { credentials: { create: withJson(create), get: withJson(get) } });
  }

  async function registerAndSignIn(): Promise<void> {
    const tenancy = await createTestTenancy(run.current);
    const keystead = clientOf(tenancy);
    const registrationToken = await authorize(tenancy);
    expect(await keystead.registerPasskey({ registrationToken })).toMatchObject({ success: true });
    expect(await keystead.authenticatePasskey()).toMatchObject({ success: true });
    expect(calls).toHaveLength(1);
  }

  const refuse = () => {
    throw new TypeError("Illegal invocation");
  };
  const parseCreation = "parseCreationOptionsFromJSON";
  const parseRequest = "parseRequestOptionsFromJSON";

  test("convert options and responses", async () => {
    addJsonMethods({});
    await registerAndSignIn();
    expect(used).toEqual([parseCreation, "toJSON", parseRequest, "toJSON"]);
  });

  test("are replaced if they reject the options", async () => {
    addJsonMethods({ parse: refuse });
    await registerAndSignIn();
    expect(used).toEqual([parseCreation, parseRequest]);
  });

  test("are replaced without a second prompt if a password manager's toJSON throws", async () => {
    addJsonMethods({ toJSON: refuse });
    await registerAndSignIn();
    expect(used).toEqual([parseCreation, "toJSON", parseRequest, "toJSON"]);
  });
});

describe("what a password manager breaks once the device has the passkey fails nothing", () => {
  const refuse = () => {
    throw new TypeError("Illegal invocation");
  };
  const throwing = { get: refuse };
  type Break = (credential: object, response: object) => void;

  test.each<[what: string, breakIt: Break]>([
    ["getTransports() throws", (_, response) => Object.assign(response, { getTransports: refuse })],
    [
      "getTransports() returns text",
      (_, response) => Object.assign(response, { getTransports: () => "internal" }),
    ],
    [
      "getTransports() returns no text",
      (_, response) => Object.assign(response, { getTransports: () => [1, null] }),
    ],
    [
      "getClientExtensionResults is missing",
      (credential) => Object.assign(credential, { getClientExtensionResults: undefined }),
    ],
    [
      "getClientExtensionResults() throws",
      (credential) => Object.assign(credential, { getClientExtensionResults: refuse }),
    ],
    [
      "getClientExtensionResults() returns what is not JSON",
      (credential) =>
        Object.assign(credential, {
          getClientExtensionResults: () => ({ credProps: { rk: 1n }, own: 1n }),
        }),
    ],
    [
      "getClientExtensionResults() returns null",
      (credential) => Object.assign(credential, { getClientExtensionResults: () => null }),
    ],
    [
      "authenticatorAttachment throws",
      (credential) => Object.defineProperty(credential, "authenticatorAttachment", throwing),
    ],
    ["type is missing", (credential) => Object.assign(credential, { type: undefined })],
    ["rawId throws", (credential) => Object.defineProperty(credential, "rawId", throwing)],
    ["id throws", (credential) => Object.defineProperty(credential, "id", throwing)],
    [
      "toJSON() returns nothing useful",
      (credential) => Object.assign(credential, { toJSON: () => ({}) }),
    ],
    [
      "toJSON() returns no transports",
      (credential) =>
        Object.assign(credential, {
          toJSON: () => ({
            id: "AA",
            rawId: "AA",
            type: "public-key",
            response: { transports: 1 },
          }),
        }),
    ],
  ])("%s", async (_what, breakIt) => {
    const breaking =
      <Options>(run: (options: Options) => Promise<{ response: object }>) =>
      async (options: Options) => {
        const credential = await run(options);
        breakIt(credential, credential.response);
        return credential;
      };
    vi.stubGlobal("navigator", { credentials: { create: breaking(create), get: breaking(get) } });
    for (const hasJsonMethods of [false, true]) {
      device = createSoftwareAuthenticator({ origin: testOrigin });
      if (hasJsonMethods) addParsers();
      const tenancy = await createTestTenancy(run.current);
      const keystead = clientOf(tenancy);
      const registrationToken = await authorize(tenancy);
      expect(await keystead.registerPasskey({ registrationToken })).toMatchObject({
        success: true,
      });
      expect(await keystead.authenticatePasskey()).toMatchObject({ success: true });
    }
  });
});
