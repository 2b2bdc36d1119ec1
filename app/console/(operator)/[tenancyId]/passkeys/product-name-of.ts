import type { Passkey } from "@/lib/contract/passkey";

const withheld = "00000000-0000-0000-0000-000000000000";

/** Returns the product that created a passkey, as far as its AAGUID tells. */
export function productNameOf({ platform, credential }: Passkey): string {
  if (platform !== undefined) return platform.name;
  return credential.aaguid === withheld
    ? "Product not reported"
    : `Not a known product (${credential.aaguid.slice(0, 8)}…)`;
}
