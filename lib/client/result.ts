import { Failure, type KeysteadError } from "./errors";

/** A value. The result also has the value's fields. It never has a `message`. */
export type Success<T extends object> = { success: true; value: T; message?: never } & T;

/** An error. The result also has the error's fields. It never has a `code`. */
export type Refusal<E extends KeysteadError> = E extends KeysteadError
  ? { success: false; error: E; code?: never } & E
  : never;

/**
 * What every method of `Keystead` resolves to. `const { code, message } = result` works without a
 * check of `success`. The user, the device and the network never cause a rejection.
 */
export type Result<T extends object> = Success<T> | Refusal<KeysteadError>;

/**
 * Converts a thrown `Failure` into a result. Errors of the calling code, such as a throwing
 * listener, are rethrown.
 */
export async function toResult<T extends object>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    const value = await work();
    return { ...value, success: true, value };
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught;
    const { error } = caught;
    return { ...error, success: false, error } as Refusal<KeysteadError>;
  }
}
