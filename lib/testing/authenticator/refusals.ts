/**
 * The device holds an excluded credential; browsers say InvalidStateError (WebAuthn L3 §6.3.2 step
 * 3).
 */
export class DuplicateOnDevice extends Error {
  override readonly name = "DuplicateOnDevice";
}

/**
 * The device can make no key of an offered algorithm; browsers say NotSupportedError (WebAuthn L3
 * §6.3.2 step 2).
 */
export class AlgorithmNotOffered extends Error {
  override readonly name = "AlgorithmNotOffered";
}

/**
 * The device holds no credential that was asked for; browsers say NotAllowedError (WebAuthn L3
 * §6.3.3 step 6).
 */
export class CredentialNotOnDevice extends Error {
  override readonly name = "CredentialNotOnDevice";
}
