import { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill } from "@simplewebauthn/browser";
import { authenticatePasskey, type AuthenticatePasskeyOptions } from "./authenticate-passkey";
import { type ClientCapabilities, getClientCapabilities } from "./capabilities";
import type { ErrorOf } from "./errors";
import {
  type DeletePasskeysOptions,
  type DeleteSuccess,
  followInstructions,
  type PrunePasskeysOptions,
  type PruneSuccess,
  removeOrphan,
  type UpdatePasskeysOptions,
  type UpdateSuccess,
} from "./manage-passkeys";
import { runAlone } from "./one-ceremony";
import type { AuthenticationSuccess, RegistrationSuccess } from "./principal";
import {
  registerPasskey,
  type RegisterPasskeyOptions,
  type UpgradeToPasskeyOptions,
} from "./register-passkey";
import { type Result, toResult } from "./result";
import type { SignalName } from "./service";
import { type CeremonyOptions, createPost, type EventListener } from "./service";
import { canSignal } from "./signal";

/** Options of a `Keystead` client. `keystead tenancy list` prints the ids. */
export interface KeysteadOptions {
  tenancyId: string;
  clientId: string;
  /**
   * Origin of the service, such as `https://id.example.com`. Defaults to the origin that served
   * this file.
   */
  endpoint?: string;
  /** Receives the events of every ceremony. */
  onEvent?: EventListener;
}

/**
 * Registers, uses and updates passkeys of one tenancy. Methods don't reject: they resolve to a
 * result whose `success` is true or false.
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
   * Creates a passkey on this device and registers it.
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
   * Creates a passkey without a prompt, right after the user signed in with a password. Resolves to
   * `@error/PasskeyUnsupported` in other browsers, which leaves the token unused, and to
   * `@error/Cancelled` if the password manager creates none. Don't show either to the user.
   * @param options `registrationToken` that your backend authorized with `automatic: true`
   */
  upgradeToPasskey(options: UpgradeToPasskeyOptions): Promise<Result<RegistrationSuccess>> {
    const { onEvent = this.#options.onEvent, signal, ...body } = options;
    const post = createPost(this.#options, onEvent);
    return toResult(() =>
      runAlone(true, signal, (ended) => registerPasskey(post, onEvent, body, ended, true)),
    );
  }

  /**
   * Signs in with a passkey, by prompt or, with `autofill`, from a form field. A prompt aborts a
   * pending autofill offer, which then resolves to `@error/Aborted`.
   * @param options `{}` for any passkey of the device, `{ email }` for one account's, or
   * `{ authenticationToken }` from your backend
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
   * Updates the names of an account's passkeys on the device.
   * @param options `updatePasskeysToken` from your backend. A browser that cannot signal does not
   * use it up.
   */
  updatePasskeys(options: UpdatePasskeysOptions): Promise<Result<UpdateSuccess>> {
    return this.#signal(options, "signalCurrentUserDetails", "update", "UpdateSuccess");
  }

  /**
   * Removes deleted passkeys from the device.
   * @param options `deletePasskeysToken` from your backend. A browser that cannot signal does not
   * use it up.
   */
  deletePasskeys(options: DeletePasskeysOptions): Promise<Result<DeleteSuccess>> {
    return this.#signal(options, "signalUnknownCredential", "delete", "DeleteSuccess");
  }

  /**
   * Removes an account's passkeys from the device unless the service still accepts them.
   * @param options `prunePasskeysToken` from your backend. A browser that cannot signal does not
   * use it up.
   */
  prunePasskeys(options: PrunePasskeysOptions): Promise<Result<PruneSuccess>> {
    return this.#signal(options, "signalAllAcceptedCredentials", "prune", "PruneSuccess");
  }

  /** Removes an orphaned passkey from the device. */
  removeOrphanedPasskey(error: ErrorOf<"@error/OrphanedPasskey">): Promise<Result<DeleteSuccess>> {
    return toResult(() => removeOrphan(error, this.#options.onEvent));
  }

  #signal<T extends string>(
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

  /** Whether this browser can update and remove passkeys on the device (WebAuthn L3 §5.1.10). */
  isSignalSupported(): boolean {
    return (
      canSignal("signalCurrentUserDetails") &&
      canSignal("signalUnknownCredential") &&
      canSignal("signalAllAcceptedCredentials")
    );
  }

  /** What this browser can do. A missing member is not known. */
  getClientCapabilities(): Promise<ClientCapabilities> {
    return getClientCapabilities();
  }

  /** Whether this browser supports passkeys. */
  isPasskeySupported(): boolean {
    return browserSupportsWebAuthn();
  }

  /** Whether this browser offers passkeys in form fields. */
  isAutofillSupported(): Promise<boolean> {
    return browserSupportsWebAuthnAutofill();
  }
}
