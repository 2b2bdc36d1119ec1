"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { BadgeCheck, Mail } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { type CheckedCode, CodeStep, sendCode } from "@/app/demo/code-step";
import { explainError } from "@/app/demo/explain-error";
import { explainWarnings } from "@/app/demo/explain-warnings";
import { type CodeRequest, leaveCode } from "@/app/demo/kept-code";
import { EmailAddress } from "@/app/demo/person";
import { startFlow } from "@/app/demo/trace";
import { useKeptCode } from "@/app/demo/use-code-request";
import { type PublicSettings, useKeystead } from "@/app/demo/use-keystead";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { done, failed, OutcomeNotice, useOutcome } from "./outcome";
import { useFreshSignIn } from "./use-fresh-sign-in";

const Address = z.object({ email: EmailAddress });
const purposes = ["verify-email", "email-change"] as const;

/** Shows the account's email, verifies it, and changes it by verifying a new one. */
export function EmailSection({
  settings,
  email,
  isVerified,
}: {
  settings: PublicSettings;
  email: string;
  isVerified: boolean;
}) {
  const keystead = useKeystead(settings, "renameAfterChange");
  const ask = useFreshSignIn(settings);
  const router = useRouter();
  const asked = useKeptCode(purposes);
  const [outcome, setOutcome] = useOutcome();
  const [isPending, setPending] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Address),
    defaultValues: { email: "" },
  });

  async function begin(request: CodeRequest) {
    setPending(true);
    startFlow();
    const answer = await ask(() => sendCode(request));
    setPending(false);
    if (!answer.ok) setOutcome(failed(answer.problem));
  }

  async function finish({ updatePasskeysToken }: CheckedCode) {
    const isChange = asked?.request.purpose === "email-change";
    leaveCode();
    router.refresh();
    if (updatePasskeysToken === undefined)
      return setOutcome(
        done(
          isChange ? "Email changed" : "Email verified",
          "You can now sign in with a code to it.",
        ),
      );
    const result = await keystead.updatePasskeys({ updatePasskeysToken });
    if (!result.success) return setOutcome(failed(explainError(result.error)));
    setOutcome(
      done(
        "Email changed",
        explainWarnings(result.warnings) ?? "We sent the new email to your passkey manager.",
      ),
    );
  }

  if (asked !== undefined) return <CodeStep {...asked} onChecked={finish} />;
  return (
    <div className="flex flex-col gap-5">
      <OutcomeNotice outcome={outcome} />
      {isVerified ? (
        <p className="flex items-center gap-2 text-sm text-accent">
          <BadgeCheck aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 break-words">
            {email} is verified. You can sign in with a code to it.
          </span>
        </p>
      ) : (
        <div className="flex flex-col items-start gap-3">
          <p className="text-pretty text-quiet">
            <span className="break-all text-ink">{email}</span> isn’t verified. Verify it to sign in
            with a code.
          </p>
          <Button
            tone="secondary"
            pending={isPending}
            onClick={() => void begin({ purpose: "verify-email" })}
          >
            <Mail aria-hidden className="size-4" />
            Verify email
          </Button>
        </div>
      )}
      <form
        noValidate
        onSubmit={(event) =>
          void handleSubmit(({ email: given }) => begin({ purpose: "email-change", email: given }))(
            event,
          )
        }
        className="flex flex-col gap-3 sm:flex-row sm:items-end"
      >
        <div className="grow">
          <TextField
            label="New email"
            type="email"
            autoComplete="email"
            error={formState.errors.email?.message}
            {...register("email")}
          />
        </div>
        <Button type="submit" tone="secondary" pending={isPending}>
          Change
        </Button>
      </form>
      <p className="text-sm text-pretty text-quiet">
        A real application also tells the old address, by an email of its own. Driftwood sends none.
      </p>
    </div>
  );
}
