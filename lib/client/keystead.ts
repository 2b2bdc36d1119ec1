import { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill } from "@simplewebauthn/browser";
import { authenticatePasskey, type AuthenticatePasskeyOptions } from "./authenticate-passkey";
import type { ErrorOf } from "./errors";
import {
  followInstructions,
  removeOrphan,
  type DeletePasskeysOptions,
  type DeleteSuccess,
  type PrunePasskeysOptions,
  type PruneSuccess,
  type UpdatePasskeysOptions,
  type UpdateSuccess,
} from "./manage-passkeys";
import { runAlone } from "./one-ceremony";
import type { AuthenticationSuccess, RegistrationSuccess } from "./principal";
import { registerPasskey, type RegisterPasskeyOptions } from "./register-passkey";
import { toResult, type Result } from "./result";
import { createPost, type CeremonyOptions, type EventListener } from "./service";
import { canSignal, type SignalName } from "./signal";

/**
 * Which tenancy, as which client, and where the service is; `keystead tenancy list` shows the ids.
 */
export interface KeysteadOptions {
  tenancyId: string;
  clientId: string;
  /**
   * Origin of the service, such as `https://id.example.com`. Default: where this file was loaded
   * from.
   */
  endpoint?: string;
  /** Told what happens in every ceremony. */
  onEvent?: EventListener;
}

/**
 * Passkeys of one tenancy. Methods resolve to a union, `success` true or false, and do not reject.
 * @example
 * const keystead = new Keystead({ tenancyId, clientId });
 * const result = await keystead.authenticatePasskey({});
 * if (result.success) await sendToYourBackend(result.code);
 * else if (result._tag !== "@error/Cancelled") show(result.message);
 */
export class Keystead {
  readonly #options: Required<Omit<KeysteadOptions, "onEvent">> & Pick<KeysteadOptions, "onEvent">;

  constructor(options: KeysteadOptions) {
    const { endpoint = new URL(import.meta.url).origin } = options;
    this.#options = { ...options, endpoint: endpoint.replace(/\/+$/, "") };
  }

  /**
   * Makes a passkey on this device and registers it.
   * @param options `{ email, … }` for self-service, or `{ registrationToken }` from your backend
   */
  registerPasskey(options: RegisterPasskeyOptions): Promise<Result<RegistrationSuccess>> {
    const { onEvent = this.#options.onEvent, signal, ...body } = options;
    const post = createPost(this.#options, onEvent);
    return toResult(() =>
      runAlone(false, signal, (ended) => registerPasskey(post, onEvent, body, ended)),
    );
  }

  /**
   * Signs in with a passkey: by a prompt, or with `autofill` by an offer in a form field. A prompt
   * ends a standing offer, which then resolves to `@error/Aborted`.
   * @param options nothing for any passkey of the device, `{ email }` for one account's, or `{
   * authenticationToken }`
   */
  authenticatePasskey(
    options: AuthenticatePasskeyOptions = {},
  ): Promise<Result<AuthenticationSuccess>> {
    const {
      onEvent = this.#options.onEvent,
      signal,
      autofill = false,
      repairOrphans = false,
      ...given
    } = options;
    const post = createPost(this.#options, onEvent);
    const body =
      autofill && !("authenticationToken" in given)
        ? { ...given, mediation: "conditional" }
        : given;
    return toResult(() =>
      runAlone(autofill, signal, (ended) =>
        authenticatePasskey({ post, onEvent, body, signal: ended, repairOrphans }, autofill),
      ),
    );
  }

  /**
   * Shows the names of an account's passkeys as they are now.
   * @param options `updatePasskeysToken` from your backend; usable elsewhere when this browser
   * cannot signal
   */
  updatePasskeys(options: UpdatePasskeysOptions): Promise<Result<UpdateSuccess>> {
    return this.#tell(options, "signalCurrentUserDetails", "update", "UpdateSuccess");
  }

  /**
   * Removes deleted passkeys from the device.
   * @param options `deletePasskeysToken` from your backend; usable elsewhere when this browser
   * cannot signal
   */
  deletePasskeys(options: DeletePasskeysOptions): Promise<Result<DeleteSuccess>> {
    return this.#tell(options, "signalUnknownCredential", "delete", "DeleteSuccess");
  }

  /**
   * Removes an account's passkeys that are no longer accepted from the device.
   * @param options `prunePasskeysToken` from your backend; usable elsewhere when this browser
   * cannot signal
   */
  prunePasskeys(options: PrunePasskeysOptions): Promise<Result<PruneSuccess>> {
    return this.#tell(options, "signalAllAcceptedCredentials", "prune", "PruneSuccess");
  }

  /** Removes the passkey that a sign-in found to exist nowhere any more from the device. */
  removeOrphanedPasskey(error: ErrorOf<"@error/OrphanedPasskey">): Promise<Result<DeleteSuccess>> {
    return toResult(() => removeOrphan(error, this.#options.onEvent));
  }

  #tell<T extends string>(
    { onEvent = this.#options.onEvent, signal, ...body }: CeremonyOptions,
    name: SignalName,
    step: string,
    _tag: T,
  ) {
    const exchange = {
      post: createPost(this.#options, onEvent),
      onEvent,
      signal: signal ?? new AbortController().signal,
    };
    return toResult(async () => ({
      _tag,
      warnings: await followInstructions(exchange, name, step, body),
    }));
  }

  /** Whether this browser can tell its devices of renamed and removed passkeys. */
  isSignalSupported(): boolean {
    return (
      canSignal("signalCurrentUserDetails") &&
      canSignal("signalUnknownCredential") &&
      canSignal("signalAllAcceptedCredentials")
    );
  }

  /** Whether this browser has passkeys at all. */
  isPasskeySupported(): boolean {
    return browserSupportsWebAuthn();
  }

  /** Whether this browser offers passkeys in form fields. */
  isAutofillSupported(): Promise<boolean> {
    return browserSupportsWebAuthnAutofill();
  }
}
