/** Names a passkey in a sentence, such as "the Apple Passwords passkey of ada@example.com". */
export const passkeyWords = (product: string | undefined, owner: string): string =>
  `the ${product === undefined ? "" : `${product} `}passkey of ${owner}`;
