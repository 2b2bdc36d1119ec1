import type { ErrorOf } from "./errors";
import type { CeremonyOptions, EventListener, Post } from "./service";
import type { SignalName } from "./service";
import { canSignal, type PasskeyWarning, signalAll, unsupported } from "./signal";

export type UpdatePasskeysOptions = CeremonyOptions & { updatePasskeysToken: string };
export type DeletePasskeysOptions = CeremonyOptions & { deletePasskeysToken: string };
export type PrunePasskeysOptions = CeremonyOptions & { prunePasskeysToken: string };

/**
 * The browser received the signals. No browser reports whether its passkey manager applied them.
 * Without warnings, nothing failed.
 */
interface Signaled {
  warnings: PasskeyWarning[];
}

/** The device received the current names. */
export interface UpdateSuccess extends Signaled {
  _tag: "UpdateSuccess";
}
/** The device received the ids of deleted passkeys. */
export interface DeleteSuccess extends Signaled {
  _tag: "DeleteSuccess";
}
/** The device received the list of accepted passkeys. */
export interface PruneSuccess extends Signaled {
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

// An empty list of accepted passkeys would remove every passkey of the account from the device, so
// it is skipped even though the service never sends one.
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
 * Exchanges the token for instructions and passes them to the device. If the browser cannot signal,
 * the token stays unused, so that another browser can exchange it.
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

/**
 * Removes an orphaned passkey from the device.
 * @throws TypeError for any other error
 */
export async function removeOrphan(
  { _tag, rpId, credentialId }: ErrorOf<"@error/OrphanedPasskey">,
  onEvent?: EventListener,
): Promise<DeleteSuccess> {
  // JavaScript callers have no type check. No other error may remove a passkey.
  if (_tag !== "@error/OrphanedPasskey")
    throw new TypeError("removeOrphanedPasskey() requires an @error/OrphanedPasskey.");
  const name = "signalUnknownCredential";
  return {
    _tag: "DeleteSuccess",
    warnings: canSignal(name)
      ? await signalAll(name, [{ rpId, credentialId }], onEvent)
      : [unsupported],
  };
}
