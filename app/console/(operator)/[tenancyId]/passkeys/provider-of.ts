import { nameProvider } from "@/lib/domain/passkey/name-provider";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";

/** Returns the name of what stores a passkey. */
export const providerOf = ({ passkey, model }: Pick<PasskeyRecord, "passkey" | "model">): string =>
  nameProvider(passkey.credential.aaguid, model);
