import { Link } from "@/app/console/link";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import type { DisabledPasskey } from "@/lib/domain/passkey/find-passkey-record";
import type { JudgedRecord } from "@/lib/domain/passkey/policy/judge-records";
import { disablerWords } from "./disabler-words";
import { providerOf } from "./provider-of";
import { refusalWords } from "./refusal-words";

const reasonOf = ({ record: { disabledReason } }: DisabledPasskey) =>
  disabledReason === undefined ? "No reason was given." : `Reason: “${disabledReason}”`;

function By({ disabled }: { disabled: DisabledPasskey }) {
  return (
    <>
      {disabled.by !== null && `by ${disablerWords(disabled.by)} `}on{" "}
      <LocalTime at={disabled.at} precision="full" />
    </>
  );
}

/** Says on a passkey's page who disabled it, when and why. */
export function DisabledPasskeyNotice({ disabled }: { disabled: DisabledPasskey }) {
  return (
    <Notice tone="warning" title="This passkey is disabled and can’t sign in">
      Disabled <By disabled={disabled} />. {reasonOf(disabled)}
    </Notice>
  );
}

/** Says that the passkey policy refuses the passkey even when it is enabled; nothing if it doesn’t. */
function AlsoRefused({ record }: { record: JudgedRecord }) {
  const refusal = refusalWords(record);
  return refusal === null ? null : <> The passkey policy would refuse it, too. {refusal}.</>;
}

interface Props {
  disabled: readonly DisabledPasskey<JudgedRecord>[];
  /** The tenancy's list of passkeys. */
  path: string;
}

/** Says on a user's page which of their passkeys are disabled, by whom and why. */
export function DisabledPasskeys({ disabled, path }: Props) {
  return disabled.map((entry) => (
    <p key={entry.record.passkey.id}>
      <Link href={`${path}/${entry.record.passkey.id}`} className="underline">
        {providerOf(entry.record)}
      </Link>
      : disabled <By disabled={entry} />. {reasonOf(entry)}
      <AlsoRefused record={entry.record} />
    </p>
  ));
}
