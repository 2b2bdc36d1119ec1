"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import { renameUser, setEmailVerified } from "@/app/console/(operator)/[tenancyId]/users/actions";
import { pageAction } from "@/app/console/palette/page-action";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";

const name = z.string().max(100, "Keep it to 100 characters.");
const Profile = z.object({ givenName: name, familyName: name, emailVerified: z.boolean() });

interface Props {
  tenancyId: string;
  user: z.infer<typeof Profile> & { sub: string; email: string };
  /** The user's title on the page. */
  title: string;
  mayVerify: boolean;
}

function ProfileForm({ tenancyId, user, mayVerify, onClose }: Props & { onClose: () => void }) {
  const naming = useAction(renameUser);
  const verifying = useAction(setEmailVerified);
  const failure = verifying.failure ?? naming.failure;
  const isPending = verifying.isPending || naming.isPending;
  const { givenName, familyName, emailVerified, sub } = user;
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Profile),
    defaultValues: { givenName, familyName, emailVerified },
  });

  async function save(values: z.infer<typeof Profile>): Promise<void> {
    const { emailVerified: flag, ...names } = values;
    // Sends the flag only if changed, because another operator may have changed it. Goes first,
    // because it may require a passkey.
    if (
      flag !== emailVerified &&
      !(await verifying.run(tenancyId, { sub, emailVerified: flag })).ok
    )
      return;
    if (!(await naming.run(tenancyId, { sub, ...names })).ok) return;
    toast("The profile is saved.");
    onClose();
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void handleSubmit(save)(event)}
    >
      {failure && failure.issues === undefined && <Notice tone="error" title={failure.message} />}
      <TextField
        label="Given name"
        autoComplete="off"
        {...register("givenName")}
        error={formState.errors.givenName?.message ?? naming.issueOf("givenName")}
      />
      <TextField
        label="Family name"
        autoComplete="off"
        {...register("familyName")}
        error={formState.errors.familyName?.message ?? naming.issueOf("familyName")}
      />
      {mayVerify && user.email !== "" && (
        <CheckboxField
          label="The email is verified"
          hint="Check it only if you know that the user reads email there. No other user can have the address then."
          {...register("emailVerified")}
        />
      )}
      {verifying.issueOf("emailVerified") !== undefined && (
        <p className="text-sm text-danger">{verifying.issueOf("emailVerified")}</p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

export function EditProfile(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...pageAction("user.rename")} tone="secondary" onClick={() => setOpen(true)}>
        <Pencil aria-hidden className="size-4" />
        Edit
      </Button>
      {isOpen && (
        <Dialog title={`Edit the profile of ${props.title}`} onClose={() => setOpen(false)}>
          <ProfileForm {...props} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
