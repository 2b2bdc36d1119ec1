/**
 * Result of a console action. The form shows an issue beside the field that it names, and any other
 * error above the form.
 */
export type ActionResult<T> = { ok: true; value: T } | ActionFailure;

export interface ActionFailure {
  ok: false;
  /** What the operator has to do first. */
  needs?: "sign-in" | "step-up" | "passkey-session";
  error: {
    tag: string;
    message: string;
    issues?: { path: string; message: string }[] | undefined;
    attemptsRemaining?: number | undefined;
    retryAfterSeconds?: number | undefined;
  };
}
