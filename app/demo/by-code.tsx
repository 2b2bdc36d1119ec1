"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Mail } from "lucide-react";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { CodeStep } from "./code-step";
import { EmailAddress } from "./person";
import { startFlow } from "./trace";
import { readTypedEmail } from "./typed-email";
import { useCodeRequest } from "./use-code-request";

const Address = z.object({ email: EmailAddress });

/** Signs in with a code sent to the account's mailbox. */
export function ByCode({ purpose }: { purpose: "login" | "recovery" }) {
  const router = useRouter();
  const { asked, problem, isPending, ask } = useCodeRequest(purpose);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Address),
    defaultValues: { email: readTypedEmail() },
  });

  if (asked !== undefined)
    return <CodeStep {...asked} onChecked={({ next }) => router.push(next)} />;

  async function begin({ email }: { email: string }) {
    startFlow();
    await ask({ email });
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(begin)(event)}
      className="flex flex-col gap-5"
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register("email")}
      />
      {problem && (
        <Notice tone="error" title={problem.title}>
          {problem.advice}
        </Notice>
      )}
      <Button type="submit" width="full" pending={isPending}>
        <Mail aria-hidden className="size-4" />
        Email me a code
      </Button>
    </form>
  );
}
