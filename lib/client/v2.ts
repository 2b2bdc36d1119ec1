// The public API of the package. Other files import from the defining module.
export type { AuthenticatePasskeyOptions } from "./authenticate-passkey";
export type { ClientCapabilities } from "./capabilities";
export type { ErrorOf, ErrorTag, Issue, KeysteadError } from "./errors";
export { isKeysteadError } from "./errors";
export type { KeysteadOptions } from "./keystead";
export { Keystead } from "./keystead";
export { KeysteadUnsafe } from "./keystead-unsafe";
export type {
  DeletePasskeysOptions,
  DeleteSuccess,
  PrunePasskeysOptions,
  PruneSuccess,
  UpdatePasskeysOptions,
  UpdateSuccess,
} from "./manage-passkeys";
export type { AuthenticationSuccess, Principal, RegistrationSuccess } from "./principal";
export type {
  RegisterPasskeyOptions,
  UpgradeToPasskeyOptions,
  UserVerification,
} from "./register-passkey";
export type { Refusal, Result, Success } from "./result";
export type { SignalName } from "./service";
export type { CeremonyEvent, CeremonyOptions, EventListener } from "./service";
export type { PasskeyWarning } from "./signal";
