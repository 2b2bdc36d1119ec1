import type { ReactNode } from "react";
import { OneLine } from "@/components/ui/one-line";
import { RowLink } from "@/components/ui/table";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { ProviderIcon } from "./provider-icon";
import { providerOf } from "./provider-of";

/**
 * Product of a passkey, with a link to its page. Below it, its username if that isn't the user's email,
 * and its state.
 */
export function PasskeyName({
  record,
  path,
  text,
  state,
}: {
  record: PasskeyRecord;
  path: string;
  /** What the reader searched for. */
  text?: string | undefined;
  /** Most passkeys have none. */
  state?: ReactNode;
}) {
  const { passkey, userEmail } = record;
  const { username } = passkey.credential;
  const product = providerOf(record);
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <ProviderIcon platform={passkey.platform} />
      <span className="flex min-w-0 flex-col items-start">
        <RowLink
          href={`${path}/${passkey.id}`}
          title={product}
          className="block max-w-full sm:truncate"
        >
          {product}
        </RowLink>
        {username !== userEmail && <OneLine text={username} search={text} className="text-quiet" />}
        {state}
      </span>
    </span>
  );
}
