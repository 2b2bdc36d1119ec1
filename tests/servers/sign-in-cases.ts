import { beginAuthentication } from "@/testing/ceremonies";
import { authorizeSignIn, signInOptions, signInVerification } from "./passkey-paths";
import { asPage, invalid, invalidToken, post, type ServerCase, unknownToken } from "./server-case";
import { newDevice, registerUser } from "./server-fixture";

export const signInCases: ServerCase[] = [
  {
    name: "authorize sign-in",
    status: 200,
    tag: "AuthorizedPasskeyAuthentication",
    wire: ({ key }) => post(authorizeSignIn, { discoverable: true, purpose: "pay" }, key),
  },
  {
    name: "authorize sign-in of a user and an empty list",
    status: 200,
    tag: "AuthorizedPasskeyAuthentication",
    wire: async (fixture) =>
      post(
        authorizeSignIn,
        { userId: (await registerUser(fixture)).principal.userId, allowCredentials: [] },
        fixture.key,
      ),
  },
  {
    name: "prepare sign-in with an empty list",
    status: 200,
    tag: "PreparedPasskeyAuthentication",
    wire: ({ key }) => post("passkey/authentication/prepare", { allowCredentials: [] }, key),
  },
  {
    name: "self-service sign-in options with an empty list",
    status: 200,
    tag: "AuthenticationOptions",
    wire: () => asPage(signInOptions, { allowCredentials: [] }),
  },
  {
    name: "authorize sign-in without a user",
    ...invalid,
    wire: ({ key }) => post(authorizeSignIn, {}, key),
  },
  {
    name: "prepare sign-in",
    status: 200,
    tag: "PreparedPasskeyAuthentication",
    wire: ({ key }) => post("passkey/authentication/prepare", {}, key),
  },
  {
    name: "self-service sign-in options",
    status: 200,
    tag: "AuthenticationOptions",
    wire: () => asPage(signInOptions, {}),
  },
  {
    name: "sign-in options for an unknown email",
    status: 200,
    tag: "AuthenticationOptions",
    wire: () => asPage(signInOptions, { email: "nobody@example.com" }),
  },
  {
    name: "autofill for an account",
    ...invalid,
    wire: () => asPage(signInOptions, { email: "nobody@example.com", mediation: "conditional" }),
  },
  {
    name: "sign-in options for a token",
    status: 200,
    tag: "AuthenticationOptions",
    async wire({ tenancy }) {
      const { authenticationToken } = (
        await tenancy.backend("POST", authorizeSignIn, { discoverable: true })
      ).body;
      return asPage(signInOptions, { authenticationToken });
    },
  },
  {
    name: "sign-in verification",
    status: 200,
    tag: "AuthenticationSuccess",
    async wire(fixture) {
      const { device } = await registerUser(fixture);
      const { sessionToken, optionsJSON } = await beginAuthentication(fixture.tenancy);
      return asPage(signInVerification, {
        sessionToken,
        response: device.authenticate(optionsJSON),
      });
    },
  },
  {
    name: "a sign-in with a bad signature",
    status: 400,
    tag: "@error/VerificationFailed",
    async wire(fixture) {
      const { device } = await registerUser(fixture);
      const { sessionToken, optionsJSON } = await beginAuthentication(fixture.tenancy);
      return asPage(signInVerification, {
        sessionToken,
        response: device.authenticate(optionsJSON, { signature: "other-data" }),
      });
    },
  },
  {
    name: "a sign-in with an unknown passkey",
    status: 404,
    tag: "@error/PasskeyNotFound",
    async wire(fixture) {
      const { device } = await registerUser(fixture);
      const { sessionToken, optionsJSON } = await beginAuthentication(fixture.tenancy);
      return asPage(signInVerification, {
        sessionToken,
        response: device.authenticate(optionsJSON, { id: unknownToken }),
      });
    },
  },
  {
    name: "a sign-in with a disabled passkey",
    status: 403,
    tag: "@error/PasskeyDisabled",
    async wire(fixture) {
      const { device, principal } = await registerUser(fixture);
      await fixture.service.db.passkey.updateMany({
        where: { tenancyId: fixture.tenancy.id, id: principal.authenticatorId },
        data: { disabledAt: new Date(fixture.service.clock.now()) },
      });
      const { sessionToken, optionsJSON } = await beginAuthentication(fixture.tenancy);
      return asPage(signInVerification, {
        sessionToken,
        response: device.authenticate(optionsJSON),
      });
    },
  },
  {
    name: "an unknown session",
    ...invalidToken,
    wire: () =>
      asPage(signInVerification, {
        sessionToken: unknownToken,
        response: newDevice().authenticate({ challenge: "AA" }, { answerWith: stray() }),
      }),
  },
];

/** A credential that is registered nowhere. */
function stray() {
  const device = newDevice();
  device.register({
    rp: { name: "" },
    user: { id: "AA", name: "", displayName: "" },
    challenge: "AA",
    pubKeyCredParams: [{ alg: -7, type: "public-key" }],
  });
  const [credential] = device.credentials;
  if (credential === undefined) throw new Error("the device kept nothing");
  return credential;
}
