import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { PasskeyPolicySimulation } from "@/lib/contract/policy-simulation";
import { othersOf, refusalOf } from "./rehearsal-words";
import { ruleOf } from "./rule-words";

interface Props {
  totals: PasskeyPolicySimulation;
  storage: PasskeyPolicyRules["storage"];
  isPending: boolean;
  failure: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a policy is saved that refuses users at their next sign-in. */
export function ConfirmRefusals({ totals, storage, ...dialog }: Props) {
  const { refusedUsers, reasons, notPredictable } = totals;
  const number = String(refusedUsers);
  const others = othersOf(totals);
  const quote = (names: readonly string[]) =>
    names.map((reason) => `“${ruleOf(reason, storage)}”`).join(", ");
  return (
    <ConfirmDialog
      {...dialog}
      title={refusedUsers === 1 ? "Refuse 1 user?" : `Refuse ${refusedUsers} users?`}
      act="Save and enforce"
      typed={{ label: `Type ${number} to confirm`, text: number }}
    >
      <p>
        <strong className="font-medium text-ink">{refusalOf(totals)}</strong> {others}
      </p>
      <p>Refused by {quote(Object.keys(reasons))}.</p>
      {notPredictable.length > 0 && (
        <p>Not in this number: what {quote(notPredictable)} refuses at a sign-in.</p>
      )}
      <p>
        Their passkeys work again if you save a policy that accepts them. To see first who is
        refused, test the rules, or save the mode Monitor.
      </p>
    </ConfirmDialog>
  );
}
