/** Orders of the passkeys list, each along an index. */
export const passkeyOrders = ["newest", "oldest", "last-used"] as const;
export type PasskeyOrder = (typeof passkeyOrders)[number];
