import { Link } from "@/app/console/link";
import { Notice } from "@/components/ui/notice";
import type { JudgedRecord } from "@/lib/domain/passkey/policy/judge-records";
import { providerOf } from "./provider-of";
import { refusalWords } from "./refusal-words";

interface Shown {
  /** The tenancy's pages. */
  path: string;
  mayReadSettings: boolean;
}

function PolicyLink({ path, mayReadSettings }: Shown) {
  if (!mayReadSettings) return "Admins see the rules in Settings → Passkey policy.";
  return (
    <Link href={`${path}/settings/passkey-policy`} className="underline">
      Show the passkey policy
    </Link>
  );
}

/** Says on a passkey's page that the passkey policy refuses it, and by which rule. */
export function RefusedPasskeyNotice({ record, ...shown }: Shown & { record: JudgedRecord }) {
  const words = refusalWords(record);
  return words === null ? null : (
    <Notice tone="warning" title="The passkey policy refuses sign-ins with this passkey">
      {words}. <PolicyLink {...shown} />
    </Notice>
  );
}

/** Says on a user's page which of their passkeys the policy refuses, and by which rule. */
export function RefusedPasskeys({
  records,
  ...shown
}: Shown & { records: readonly JudgedRecord[] }) {
  if (records.length === 0) return null;
  return (
    <>
      {records.map((record) => (
        <p key={record.passkey.id}>
          <Link href={`${shown.path}/passkeys/${record.passkey.id}`} className="underline">
            {providerOf(record)}
          </Link>
          : refused by the passkey policy. {refusalWords(record)}.
        </p>
      ))}
      <p>
        <PolicyLink {...shown} />
      </p>
    </>
  );
}
