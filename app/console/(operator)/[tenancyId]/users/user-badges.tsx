import { Badge } from "@/components/ui/badge";

/** Shows whether the user may sign in, and how many of their passkeys are disabled. */
export function UserState({
  isDisabled,
  passkeys,
  disabledPasskeys,
}: {
  isDisabled: boolean;
  passkeys: number;
  disabledPasskeys: number;
}) {
  if (isDisabled) return <Badge tone="bad">Disabled</Badge>;
  if (passkeys === 0) return <Badge tone="neutral">No passkey</Badge>;
  if (disabledPasskeys === 0) return <Badge tone="good">Active</Badge>;
  return (
    <Badge tone="warning">
      {disabledPasskeys === 1 ? "1 passkey" : `${disabledPasskeys} passkeys`} disabled
    </Badge>
  );
}

/** Why "Not verified" matters. */
export const notVerifiedWords =
  "Your application hasn’t confirmed that the user can read this mailbox, so the address may not be theirs.";

/** State of the email. Empty without one. */
export function EmailState({ email, emailVerified }: { email: string; emailVerified: boolean }) {
  if (email === "") return null;
  if (emailVerified) return <Badge tone="good">Verified</Badge>;
  return (
    <span title={notVerifiedWords}>
      <Badge tone="warning">Not verified</Badge>
    </span>
  );
}
