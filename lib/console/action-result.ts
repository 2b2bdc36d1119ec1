/**
 * What an action of the console answers; shown beside the field that an issue names, else above the
 * form.
 */
export type ActionResult<T> = { ok: true; value: T } | ActionFailure;

export interface ActionFailure {
  ok: false;
  /** What would make it work. */
  needs?: "sign-in" | "step-up" | "passkey-session";
  error: {
    tag: string;
    message: string;
    issues?: { path: string; message: string }[] | undefined;
    attemptsRemaining?: number | undefined;
    retryAfterSeconds?: number | undefined;
  };
}
