import { Breakable } from "@/components/ui/breakable";
import { RowLink } from "@/components/ui/table";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { productNameOf } from "./product-name-of";
import { ProviderIcon } from "./provider-icon";

/**
 * Product of a passkey, with a link to its page, and its username if that isn't the user's email.
 */
export function PasskeyName({
  record: { passkey, userEmail },
  path,
}: {
  record: PasskeyRecord;
  path: string;
}) {
  const { username } = passkey.credential;
  return (
    <span className="flex items-center gap-3">
      <ProviderIcon platform={passkey.platform} />
      <span className="flex min-w-0 flex-col">
        <RowLink href={`${path}/${passkey.id}`}>{productNameOf(passkey)}</RowLink>
        {username !== userEmail && (
          <span className="text-quiet">
            <Breakable text={username} />
          </span>
        )}
      </span>
    </span>
  );
}
