import Link from "next/link";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { productNameOf } from "./product-name";
import { ProviderIcon } from "./provider-icon";

/** Username and product, with a link to the passkey's page. */
export function PasskeyName({
  record: { passkey },
  path,
}: {
  record: PasskeyRecord;
  path: string;
}) {
  return (
    <span className="flex items-center gap-3 max-sm:pr-10">
      <ProviderIcon platform={passkey.platform} />
      <span className="flex min-w-36 flex-col [overflow-wrap:anywhere]">
        <Link
          href={`${path}/${passkey.id}`}
          className="font-medium hover:text-accent hover:underline"
        >
          {passkey.credential.username}
        </Link>
        <span className="text-quiet">{productNameOf(passkey)}</span>
      </span>
    </span>
  );
}
