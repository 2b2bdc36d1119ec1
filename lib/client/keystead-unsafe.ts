import type { ClientCapabilities } from "./capabilities";
import { Failure } from "./errors";
import { Keystead, type KeysteadOptions } from "./keystead";
import type { Result } from "./result";

/** The same methods, resolving to the value and rejecting with the error. */
type Rejecting<T> = {
  [K in keyof T]: T[K] extends (...options: infer A) => Promise<Result<infer V>>
    ? (...options: A) => Promise<V>
    : T[K];
};

type Resolved = Result<object> | boolean | ClientCapabilities;

const isResult = (resolved: Resolved): resolved is Result<object> =>
  typeof resolved === "object" && "_tag" in resolved;

const unwrap = (resolved: Resolved) => {
  if (!isResult(resolved)) return resolved;
  if (resolved.success) return resolved.value;
  throw new Failure(resolved.error);
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
