import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import type { Disabling } from "./enable-passkey-dialog";

/** Returns what the dialog that enables a passkey repeats; undefined if none is needed. */
export const disablingOf = ({
  disabledAt: at,
  disabledReason: reason,
}: Pick<PasskeyRecord, "disabledAt" | "disabledReason">): Disabling | undefined =>
  at === undefined || reason === undefined || reason === "" ? undefined : { at, reason };
