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
import type { OperatorRole } from "@/lib/domain/operator/permission";
import { invite } from "./actions";
import { RoleField } from "./role-field";

interface Props {
  tenancyId: string;
  ownersOnly: boolean;
}

function InviteForm({ tenancyId, ownersOnly, onClose }: Props & { onClose: () => void }) {
  const { run, isPending, failure, issueOf } = useAction(invite);
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<OperatorRole>(ownersOnly ? "owner" : "support");
  const ofEmail =
    issueOf("email") ?? (failure?.tag === "@error/InvalidEmail" ? failure.message : undefined);
  const ofRole = issueOf("role");

  async function send() {
    const result = await run(tenancyId, { email, role });
    if (!result.ok) return;
    toast(`Invitation sent to ${email.trim()}`);
    onClose();
  }

  return (
    <Dialog title="Invite a member" onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="text-pretty text-quiet">
          We email them a single-use link that expires in seven days. They create their own passkey
          when they accept.
        </p>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={ofEmail}
        />
        <RoleField value={role} onChange={setRole} ownersOnly={ownersOnly} error={ofRole} />
        {failure && ofEmail === undefined && ofRole === undefined && (
          <Notice tone="error" title={failure.message} />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={isPending}>
            Send invitation
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
  const [router, path] = [useRouter(), usePathname()];
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
        Invite member
      </Button>
      {isOpen && <InviteForm {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
