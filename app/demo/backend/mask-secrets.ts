const secretName = /^(code|id_token|secret|html|text)$|token$/i;
// Warnings also have a field `code`, with a constant such as NO_PASSKEYS_FOUND.
const constant = /^[A-Z_]+$/;
const longest = 64;

/** Returns a copy for display: secrets are masked, and long texts such as signatures are cut. */
export function maskSecrets(value: object): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, inner: unknown) => {
      if (typeof inner !== "string") return inner;
      if (secretName.test(name) && !constant.test(inner)) return "••••••";
      return inner.length > longest ? `${inner.slice(0, longest / 2)}…` : inner;
    }),
  );
}
