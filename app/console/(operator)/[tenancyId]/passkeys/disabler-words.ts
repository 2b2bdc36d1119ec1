import type { Disabler } from "@/lib/domain/record/audit/find-disabler";

/** Names who disabled a user or a passkey, in words that follow "Disabled by". */
export const disablerWords = ({ kind, name }: Disabler): string =>
  kind === "apiKey" ? `the API key “${name}”` : name;
