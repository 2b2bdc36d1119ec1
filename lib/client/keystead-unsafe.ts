import { Failure } from "./errors";
import { Keystead, type KeysteadOptions } from "./keystead";
import type { Result } from "./result";

/** The same methods, resolving to the value and rejecting with the error. */
type Rejecting<T> = {
  [K in keyof T]: T[K] extends (...options: infer A) => Promise<Result<infer V>>
    ? (...options: A) => Promise<V>
    : T[K];
};

const unwrap = (result: Result<object> | boolean) => {
  if (typeof result === "boolean") return result;
  if (result.success) return result.value;
  throw new Failure(result.error);
};

function createRejecting(options: KeysteadOptions): Rejecting<Keystead> {
  const safe = new Keystead(options);
  return new Proxy(safe, {
    get(_safe, name: keyof Keystead) {
      const method = safe[name] as unknown;
      if (typeof method !== "function") return method;
      return (...args: unknown[]) => {
        const result: unknown = method.apply(safe, args);
        return result instanceof Promise ? result.then(unwrap) : result;
      };
    },
  }) as unknown as Rejecting<Keystead>;
}

/**
 * `Keystead` for code that prefers `try` and `catch`. Methods resolve to the value and reject with
 * an `Error` that has the tag and its fields. Check for it with `isKeysteadError`.
 * @example
 * try {
 *   const { code } = await new KeysteadUnsafe({ tenancyId, clientId }).registerPasskey({ email });
 * } catch (error) {
 *   if (isKeysteadError(error) && error._tag === "@error/DuplicateEmail") offerSignIn();
 * }
 */
export const KeysteadUnsafe = function (options: KeysteadOptions) {
  return createRejecting(options);
} as unknown as new (options: KeysteadOptions) => Rejecting<Keystead>;
