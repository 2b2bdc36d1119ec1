import { Badge } from "@/components/ui/badge";

/** Shows why the user can't sign in with all of their passkeys. The normal state has no badge. */
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
  if (disabledPasskeys === 0) return null;
  return (
    <Badge tone="warning">
      {disabledPasskeys === 1 ? "1 passkey" : `${disabledPasskeys} passkeys`} disabled
    </Badge>
  );
}

/** Why "Not verified" matters. */
export const notVerifiedWords =
  "Your application hasn’t confirmed that the user can read this mailbox, so the address may not be theirs.";

/** Says that the email isn't verified. Nothing for the others. */
export function NotVerified({ email, emailVerified }: { email: string; emailVerified: boolean }) {
  if (email === "" || emailVerified) return null;
  return (
    <span title={notVerifiedWords}>
      <Badge tone="neutral">Not verified</Badge>
    </span>
  );
}

/** State of the email. Empty without one. */
export const EmailState = (user: { email: string; emailVerified: boolean }) =>
  user.email !== "" && user.emailVerified ? (
    <Badge tone="good">Verified</Badge>
  ) : (
    <NotVerified {...user} />
  );
