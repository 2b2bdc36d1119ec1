import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { unknownAaguid } from "@/lib/domain/passkey/unknown-aaguid";

/** Returns the product that created a passkey: as the built-in list or FIDO Metadata names its AAGUID. */
export function productNameOf({
  passkey: { platform, credential },
  model,
}: Pick<PasskeyRecord, "passkey" | "model">): string {
  const name = platform?.name ?? model;
  if (name !== undefined) return name;
  return credential.aaguid === unknownAaguid
    ? "Product not reported"
    : `Unknown product (${credential.aaguid.slice(0, 8)}…)`;
}
