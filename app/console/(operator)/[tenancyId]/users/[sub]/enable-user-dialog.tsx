import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LocalTime } from "@/components/ui/local-time";

interface Props {
  /** The user's title on the page. */
  title: string;
  /** Why the user is disabled, and since when in ms. */
  disabled: { reason: string; at: number };
  /** Whether the enabled user can sign in, as their page will say it. */
  afterwards: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a user is enabled who was disabled for a reason. */
export function EnableUserDialog({ title, disabled, afterwards, ...dialog }: Props) {
  return (
    <ConfirmDialog title={`Enable ${title}?`} act="Enable user" tone="primary" {...dialog}>
      <p>
        They were disabled on <LocalTime at={disabled.at} precision="full" />. Reason:{" "}
        <strong className="text-ink [overflow-wrap:anywhere]">“{disabled.reason}”</strong>
      </p>
      <p>Enable them only if the reason no longer applies. Their page then says: “{afterwards}”.</p>
    </ConfirmDialog>
  );
}
