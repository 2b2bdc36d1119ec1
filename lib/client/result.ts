import { Failure, type KeysteadError } from "./errors";

/** A value, whose own fields are readable on the result as well. */
export type Success<T extends object> = { success: true; value: T } & T;

/** An error, whose own fields are readable on the result as well. */
export type Refusal<E extends KeysteadError> = E extends KeysteadError
  ? { success: false; error: E } & E
  : never;

/**
 * What every method of `Keystead` resolves to; it never rejects because of what a person, a device
 * or the network does.
 */
export type Result<T extends object> = Success<T> | Refusal<KeysteadError>;

/**
 * Turns what a ceremony threw into a result; a mistake in the calling code, such as a throwing
 * listener, still throws.
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
