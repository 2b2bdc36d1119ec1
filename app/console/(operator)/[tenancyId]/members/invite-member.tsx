"use client";

import { UserPlus } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import type { OperatorRole } from "@/lib/domain/base/permission";
import { invite } from "./actions";
import { LocalInboxNote } from "./local-inbox-note";
import { RoleField } from "./role-field";

interface Props {
  tenancyId: string;
  ownersOnly: boolean;
  /** Whether emails go to the local inbox instead of a provider. */
  hasInbox: boolean;
}

function InviteForm({ tenancyId, ownersOnly, hasInbox, onClose }: Props & { onClose: () => void }) {
  const { run, isPending, failure, isUnconfirmed, issueOf } = useAction(
    invite,
    (_, { email: invited }) => `invite ${invited}`,
  );
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<OperatorRole>(ownersOnly ? "owner" : "support");
  const ofEmail =
    issueOf("email") ?? (failure?.tag === "@error/InvalidEmail" ? failure.message : undefined);
  const ofRole = issueOf("role");

  async function send() {
    const result = await run(tenancyId, { email, role });
    if (!result.ok) return;
    toast(
      `Invitation sent to ${email.trim()}`,
      hasInbox ? { description: <LocalInboxNote /> } : {},
    );
    onClose();
  }

  return (
    <Dialog title={ownersOnly ? "Invite a system owner" : "Invite a member"} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="text-pretty text-quiet">
          We email them a single-use link that expires in 7 days. They create their own passkey when
          they accept.
        </p>
        <TextField
          label="Email"
          isRequired
          type="email"
          autoComplete="off"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={ofEmail}
        />
        <RoleField value={role} onChange={setRole} ownersOnly={ownersOnly} error={ofRole} />
        {failure && ofEmail === undefined && ofRole === undefined && (
          <Notice
            tone="error"
            title={isUnconfirmed ? "The invitation isn’t sent yet" : failure.message}
          >
            {isUnconfirmed && "Confirm with your passkey to send it."}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={isPending}>
            {isUnconfirmed ? "Continue with your passkey" : "Send invitation"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The invite button and its dialog. The search opens the dialog with `?invite=1`. */
export function InviteMember(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isAsked = useSearchParams().has("invite");
  const router = useRouter();
  const path = usePathname();
  useEffect(() => {
    if (!isAsked) return;
    // The focus returns to the button when the dialog closes.
    button.current?.focus();
    button.current?.click();
    router.replace(path, { scroll: false });
  }, [isAsked, router, path]);
  return (
    <>
      <Button ref={button} onClick={() => setOpen(true)}>
        <UserPlus aria-hidden className="size-4" />
        {props.ownersOnly ? "Invite system owner" : "Invite member"}
      </Button>
      {isOpen && <InviteForm {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
