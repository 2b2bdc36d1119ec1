"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { AtSign } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { changeUserEmail } from "@/app/console/(operator)/[tenancyId]/users/actions";
import { pageAction } from "@/app/console/palette/page-action";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { DeviceRename } from "./device-rename";

const Change = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  renamePasskeys: z.boolean(),
});

interface Props {
  tenancyId: string;
  user: { sub: string; email: string; userId: string | null };
  /** The user's title on the page. */
  title: string;
  hasPasskeys: boolean;
}

const ofTheEmail = ["@error/InvalidEmail", "@error/DuplicateEmail"];

function EmailForm({
  tenancyId,
  user,
  title,
  hasPasskeys,
  onDone,
  onClose,
}: Props & { onDone: (changed: { email: string; renamed: number }) => void; onClose: () => void }) {
  const { run, isPending, failure, issueOf } = useAction(
    changeUserEmail,
    `change the email of ${title}`,
  );
  const { register, handleSubmit } = useForm({
    resolver: zodResolver(Change),
    defaultValues: { email: user.email, emailVerified: false, renamePasskeys: hasPasskeys },
  });
  const isOfEmail = failure !== undefined && ofTheEmail.includes(failure.tag);

  async function save(values: z.infer<typeof Change>): Promise<void> {
    const result = await run(tenancyId, { sub: user.sub, ...values });
    if (result.ok) onDone(result.value);
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void handleSubmit(save)(event)}
    >
      {failure && !isOfEmail && failure.issues === undefined && (
        <Notice tone="error" title={failure.message} />
      )}
      <TextField
        label="New email"
        type="email"
        autoComplete="off"
        hint="Leave it blank to remove the email. A user who has the same address without verifying it loses it."
        error={isOfEmail ? failure.message : issueOf("email")}
        {...register("email")}
      />
      <CheckboxField
        label="The new email is verified"
        hint="Check it only if you know that the user reads email there."
        {...register("emailVerified")}
      />
      {hasPasskeys && (
        <CheckboxField
          label="Rename their passkeys too"
          hint="Their username here becomes the new email."
          {...register("renamePasskeys")}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending}>
          Change email
        </Button>
      </div>
    </form>
  );
}

export function ChangeEmail(props: Props) {
  const [step, setStep] = useState<"closed" | "form" | { email: string; renamed: number }>(
    "closed",
  );
  const close = () => setStep("closed");
  return (
    <>
      <Button {...pageAction("user.change-email")} tone="secondary" onClick={() => setStep("form")}>
        <AtSign aria-hidden className="size-4" />
        Change email
      </Button>
      {step === "form" && (
        <Dialog title={`Change the email of ${props.title}`} onClose={close}>
          <EmailForm {...props} onDone={setStep} onClose={close} />
        </Dialog>
      )}
      {typeof step === "object" && (
        <Dialog title={`Email of ${props.title} changed`} onClose={close}>
          {step.renamed > 0 ? (
            <DeviceRename username={step.email} userId={props.user.userId ?? props.user.sub} />
          ) : (
            <p className="text-quiet">The passkeys keep their names.</p>
          )}
          <div className="flex justify-end">
            <Button onClick={close}>Done</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
