import type { ErrorOf } from "./errors";
import type { CeremonyOptions, EventListener, Post } from "./service";
import { canSignal, signalAll, unsupported, type PasskeyWarning, type SignalName } from "./signal";

export type UpdatePasskeysOptions = CeremonyOptions & { updatePasskeysToken: string };
export type DeletePasskeysOptions = CeremonyOptions & { deletePasskeysToken: string };
export type PrunePasskeysOptions = CeremonyOptions & { prunePasskeysToken: string };

/**
 * The device has been told; whether it heeds it, no browser says. Without warnings, nothing stood
 * in the way.
 */
interface Told {
  warnings: PasskeyWarning[];
}

/** Of new names. */
export interface UpdateSuccess extends Told {
  _tag: "UpdateSuccess";
}
/** Of passkeys that are gone. */
export interface DeleteSuccess extends Told {
  _tag: "DeleteSuccess";
}
/** Of the passkeys that are accepted. */
export interface PruneSuccess extends Told {
  _tag: "PruneSuccess";
}

interface Instruction {
  rpId: string;
  userId: string;
  username: string;
  displayName: string;
  credentialId: string;
  allAcceptedCredentialIds: string[];
}

// An empty list of accepted passkeys would wipe the device; the service sends none.
const detailsOf: Record<SignalName, (instruction: Instruction) => object[]> = {
  signalCurrentUserDetails: ({ rpId, userId, username: name, displayName }) => [
    { rpId, userId, name, displayName },
  ],
  signalUnknownCredential: ({ rpId, credentialId }) => [{ rpId, credentialId }],
  signalAllAcceptedCredentials: ({ rpId, userId, allAcceptedCredentialIds }) =>
    allAcceptedCredentialIds.length === 0 ? [] : [{ rpId, userId, allAcceptedCredentialIds }],
};

interface Exchange {
  post: Post;
  onEvent: EventListener | undefined;
  signal: AbortSignal;
}

/**
 * Exchanges the token where the browser can signal; elsewhere it stays good for a browser that can.
 */
export async function followInstructions(
  { post, onEvent, signal }: Exchange,
  name: SignalName,
  step: string,
  body: object,
): Promise<PasskeyWarning[]> {
  if (!canSignal(name)) return [unsupported];
  const reply = await post<{ instructions: Instruction[]; warnings: PasskeyWarning[] }>(
    `passkeys/${step}/exchange`,
    body,
    signal,
  );
  return [
    ...reply.warnings,
    ...(await signalAll(name, reply.instructions.flatMap(detailsOf[name]), onEvent)),
  ];
}

/** Asks the device to forget a passkey that exists nowhere any more. */
export async function removeOrphan(
  { _tag, rpId, credentialId }: ErrorOf<"@error/OrphanedPasskey">,
  onEvent?: EventListener,
): Promise<DeleteSuccess> {
  // Callers without types: on no other error may a passkey go.
  if (_tag !== "@error/OrphanedPasskey")
    throw new TypeError("Only an @error/OrphanedPasskey tells of a passkey to remove.");
  const name = "signalUnknownCredential";
  return {
    _tag: "DeleteSuccess",
    warnings: canSignal(name)
      ? await signalAll(name, [{ rpId, credentialId }], onEvent)
      : [unsupported],
  };
}
