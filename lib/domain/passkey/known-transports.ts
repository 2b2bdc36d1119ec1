import { passkeyTransports } from "@/lib/contract/passkey-transports";

type PasskeyTransport = (typeof passkeyTransports)[number];

const isKnown = (transport: string): transport is PasskeyTransport =>
  (passkeyTransports as readonly string[]).includes(transport);

/** Returns the transports that the API names. Browsers may report others, and ignore those. */
export const knownTransports = (transports: readonly string[]): PasskeyTransport[] =>
  transports.filter(isKnown);
