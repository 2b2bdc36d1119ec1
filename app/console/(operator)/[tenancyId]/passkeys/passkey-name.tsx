import Link from "next/link";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { ProviderIcon } from "./provider-icon";

/** Username and provider, with a link to the passkey's page. */
export function PasskeyName({
  record: { passkey },
  path,
}: {
  record: PasskeyRecord;
  path: string;
}) {
  return (
    <span className="flex max-w-80 min-w-44 items-center gap-3">
      <ProviderIcon platform={passkey.platform} />
      <span className="flex min-w-0 flex-col">
        <Link
          href={`${path}/${passkey.id}`}
          className="truncate font-medium hover:text-accent hover:underline"
          title={passkey.credential.username}
        >
          {passkey.credential.username}
        </Link>
        <span className="truncate text-quiet">{passkey.platform?.name ?? "Provider not told"}</span>
      </span>
    </span>
  );
}
