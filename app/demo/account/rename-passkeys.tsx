"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callBackend } from "@/app/demo/call-backend";
import { explainError } from "@/app/demo/explain-error";
import { explainWarnings } from "@/app/demo/explain-warnings";
import { type PublicSettings, useKeystead } from "@/app/demo/use-keystead";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { done, failed, type Outcome } from "./outcome";

const Name = z.object({
  username: z.string().trim().min(1, "Enter a name.").max(100, "Use at most 100 characters."),
});
type Name = z.infer<typeof Name>;

interface Props {
  settings: PublicSettings;
  username: string;
  isBusy: boolean;
  run: (act: () => Promise<Outcome>) => void;
}

/** Sets the name that devices show. All passkeys of the account have the same one. */
export function RenamePasskeys({ settings, username: current, isBusy, run }: Props) {
  const keystead = useKeystead(settings, "rename");
  const { register, handleSubmit, formState } = useForm<Name>({
    resolver: zodResolver(Name),
    // A change of the email can rename the passkeys, too.
    values: { username: current },
  });

  async function rename({ username }: Name): Promise<Outcome> {
    const prepared = await callBackend<{ updatePasskeysToken: string }>(
      "/demo/api/rename-passkeys",
      "renameBackend",
      { username },
    );
    if (!prepared.ok) return failed({ title: "The name wasn’t changed", advice: prepared.message });
    const { updatePasskeysToken } = prepared;
    const result = await keystead.updatePasskeys({ updatePasskeysToken });
    if (!result.success) return failed(explainError(result.error));
    return done(
      "Passkeys renamed",
      explainWarnings(result.warnings) ?? "We sent the new name to your passkey manager.",
    );
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit((name) => run(() => rename(name)))(event)}
      className="flex flex-col gap-2 rounded-xl bg-sunken p-4"
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
        <div className="grow">
          <TextField
            label="Name on your devices"
            autoComplete="off"
            error={formState.errors.username?.message}
            {...register("username")}
          />
        </div>
        <Button type="submit" tone="secondary" disabled={isBusy}>
          Rename
        </Button>
      </div>
      <p className="text-sm text-pretty text-quiet">
        Your devices show it when you sign in, for all your passkeys. Names on Keystead’s page stay
        there.
      </p>
    </form>
  );
}
