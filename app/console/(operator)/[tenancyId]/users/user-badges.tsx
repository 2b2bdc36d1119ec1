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

/** What "Not verified" means: who set the email decides whether a code to it opens the account. */
export const notVerifiedWords = ({ emailOwned }: { emailOwned: boolean }): string =>
  emailOwned
    ? "Your application or an operator set this address, so a code sent to it can open this account."
    : "The user entered this address and hasn’t confirmed it, so a code sent to it can’t open this account.";

interface Email {
  email: string;
  emailVerified: boolean;
  emailOwned: boolean;
}

/** Says that the email isn't verified. Nothing for the others. */
export function NotVerified({ email, emailVerified, emailOwned }: Email) {
  if (email === "" || emailVerified) return null;
  return (
    <span title={notVerifiedWords({ emailOwned })}>
      <Badge tone="neutral">Not verified</Badge>
    </span>
  );
}

/** State of the email. Empty without one. */
export const EmailState = (user: Email) =>
  user.email !== "" && user.emailVerified ? (
    <Badge tone="good">Verified</Badge>
  ) : (
    <NotVerified {...user} />
  );
