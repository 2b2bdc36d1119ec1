import { describe, expect, it } from "vitest";
import { AlgorithmNotOffered, CredentialNotOnDevice, DuplicateOnDevice } from "./refusals";
import {
  authenticate,
  creationOptions,
  enrol,
  register,
  requestOptions,
  sampleOrigin,
} from "./sample-relying-party";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticatorOptions,
} from "./software-authenticator";

const aaguid = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0";
const device = (settings: Partial<SoftwareAuthenticatorOptions> = {}) =>
  createSoftwareAuthenticator({ origin: sampleOrigin, ...settings });

describe("an honest device", () => {
  it.each([
    { algorithm: -7, attestation: "none" },
    { algorithm: -8, attestation: "none" },
    { algorithm: -257, attestation: "none" },
    { algorithm: -7, attestation: "packed-self" },
    { algorithm: -8, attestation: "packed-self" },
    { algorithm: -257, attestation: "packed-self" },
  ] as const)(
    "registers and authenticates: $algorithm, $attestation",
    async ({ algorithm, attestation }) => {
      const phone = device({
        algorithm,
        attestation,
        aaguid,
        backedUp: true,
        counter: 7,
        credentialIdBytes: 20,
      });
      const { verified, registrationInfo } = await register(phone);
      expect(verified).toBe(true);
      expect(registrationInfo).toMatchObject({
        aaguid,
        fmt: attestation === "none" ? "none" : "packed",
        userVerified: true,
        credentialDeviceType: "multiDevice",
        credentialBackedUp: true,
        credential: {
          id: expect.stringMatching(/^[\w-]{27}$/),
          counter: 7,
          transports: ["internal", "hybrid"],
        },
      });
      const answer = await authenticate(phone, registrationInfo!.credential);
      expect(answer).toMatchObject({
        verified: true,
        authenticationInfo: { newCounter: 8, userVerified: true },
      });
    },
  );

  it("answers with a credential of the allow list, and with the user handle it was given", async () => {
    const phone = device();
    const options = await creationOptions();
    const first = phone.register(options);
    const second = phone.register(await creationOptions());
    const scoped = phone.authenticate(await requestOptions([{ id: first.id }]));
    const discoverable = phone.authenticate(await requestOptions());
    expect(scoped).toMatchObject({ id: first.id, response: { userHandle: options.user.id } });
    expect(discoverable.id).toBe(second.id);
  });

  it("keeps one credential per user and RP ID, the newest", async () => {
    const phone = device();
    const options = await creationOptions();
    phone.register(options);
    const second = phone.register(options);
    expect(phone.credentials.map(({ id }) => id)).toEqual([second.id]);
  });

  it("reports a backup state that changed after registration", async () => {
    const phone = device({ backupEligible: true });
    const credential = await enrol(phone);
    phone.credentials[0]!.backedUp = true;
    const answer = await authenticate(phone, credential);
    expect(answer).toMatchObject({
      verified: true,
      authenticationInfo: { credentialBackedUp: true },
    });
  });

  it("does not count when told not to", async () => {
    const phone = device({ signCounts: false });
    const answer = await authenticate(phone, await enrol(phone));
    expect(answer).toMatchObject({ verified: true, authenticationInfo: { newCounter: 0 } });
  });

  it("refuses an excluded credential, unless it lies", async () => {
    const phone = device();
    const held = phone.register(await creationOptions());
    const options = await creationOptions([held]);
    expect(() => phone.register(options)).toThrow(DuplicateOnDevice);
    expect(phone.register(options, { ignoreExcludeCredentials: true }).id).not.toBe(held.id);
  });

  it("refuses options without its algorithm", async () => {
    const options = { ...(await creationOptions()), pubKeyCredParams: [] };
    expect(() => device().register(options)).toThrow(AlgorithmNotOffered);
  });

  it("refuses an allow list of strangers, unless it lies", async () => {
    const phone = device();
    const held = phone.register(await creationOptions());
    const options = await requestOptions([{ id: "AAAA" }]);
    expect(() => phone.authenticate(options)).toThrow(CredentialNotOnDevice);
    expect(phone.authenticate(options, { answerWith: phone.credentials[0]! }).id).toBe(held.id);
  });
});
