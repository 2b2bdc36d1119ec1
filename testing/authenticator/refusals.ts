/**
 * The device has an excluded credential. Browsers throw InvalidStateError (WebAuthn L3 §6.3.2 step
 * 3).
 */
export class DuplicateOnDevice extends Error {
  override readonly name = "DuplicateOnDevice";
}

/**
 * The device supports none of the offered algorithms. Browsers throw NotSupportedError (WebAuthn L3
 * §6.3.2 step 2).
 */
export class AlgorithmNotOffered extends Error {
  override readonly name = "AlgorithmNotOffered";
}

/**
 * The device has no matching credential. Browsers throw NotAllowedError (WebAuthn L3 §6.3.3 step
 * 6).
 */
export class CredentialNotOnDevice extends Error {
  override readonly name = "CredentialNotOnDevice";
}
