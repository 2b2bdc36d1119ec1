import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { attest } from "@/testing/authenticator/certified-attestation";
import { rsaSpki } from "@/testing/authenticator/costly-rsa";
import { createAuthority } from "@/testing/authenticator/issue-certificate";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";

const intermediates = 7;

/**
 * Creates a device whose attestations have eight certificates with RSA keys of 16,384 bits and
 * exponents of 64. Their signatures are made with other keys and fit no certificate.
 */
export function createCostlyDevice(
  origin: string,
): (options: PublicKeyCredentialCreationOptionsJSON) => RegistrationResponseJSON {
  const publicKey = rsaSpki({ bits: 16_384, exponent: 2n ** 64n - 1n });
  const issuers = Array.from({ length: intermediates }, (_, index) =>
    createAuthority(`CN=Costly ${index}`, { publicKey }),
  );
  const [issuer] = issuers;
  const chain = {
    ...(issuer && { issuer }),
    intermediates: issuers.map(({ certificate }) => certificate),
  };
  return (options) => {
    const device = createSoftwareAuthenticator({ origin });
    const response = device.register(options);
    const [credential] = device.credentials;
    if (credential === undefined) throw new Error("the device has no credential");
    return attest(response, credential.key, "packed", {
      ...chain,
      leaf: (facts) => ({ ...facts, publicKey }),
    });
  };
}
