import { Badge } from "@/components/ui/badge";

/** Shows whether the user may sign in. */
export function UserState({ isDisabled }: { isDisabled: boolean }) {
  return isDisabled ? <Badge tone="bad">Disabled</Badge> : <Badge tone="good">Enabled</Badge>;
}

interface Email {
  email: string;
  emailVerified: boolean;
  emailHeld: boolean;
}

/**
 * State of the email: verified, owned (set by the application or an operator), or claimed by the
 * user.
 */
export function EmailState({ email, emailVerified, emailHeld }: Email) {
  if (email === "") return null;
  if (emailVerified) return <Badge tone="good">Verified</Badge>;
  return emailHeld ? (
    <Badge tone="neutral">Not verified</Badge>
  ) : (
    <Badge tone="warning">Claimed</Badge>
  );
}
