"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { KeyRound } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { callBackend } from "@/app/demo/call-backend";
import { explainError, type Explanation } from "@/app/demo/explain-error";
import { Person } from "@/app/demo/person";
import { PersonFields } from "@/app/demo/person-fields";
import { startFlow } from "@/app/demo/trace";
import { type PublicSettings, useKeystead } from "@/app/demo/use-keystead";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

export function RegisterForm({ settings }: { settings: PublicSettings }) {
  const keystead = useKeystead(settings, "register");
  const router = useRouter();
  const [problem, setProblem] = useState<Explanation>();
  const { register, handleSubmit, formState } = useForm<Person>({
    resolver: zodResolver(Person),
    defaultValues: { email: "", givenName: "", familyName: "" },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = formState;

  async function createAccount({ email, givenName, familyName }: Person) {
    setProblem(undefined);
    startFlow();
    const result = await keystead.registerPasskey({ email, givenName, familyName });
    if (!result.success) return setProblem(explainError(result.error, "creation"));
    const answer = await callBackend("/demo/api/register", "registerBackend", {
      code: result.code,
    });
    if (!answer.ok)
      return setProblem({ title: "Your account wasn’t created", advice: answer.message });
    router.push("/demo/account");
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(createAccount)(event)}
      className="flex flex-col gap-5"
    >
      <PersonFields register={register} errors={errors} />
      {problem && (
        <Notice tone="error" title={problem.title}>
          {problem.advice}
        </Notice>
      )}
      <Button
        type="submit"
        width="full"
        pending={isSubmitting || (isSubmitSuccessful && problem === undefined)}
      >
        <KeyRound aria-hidden className="size-4" />
        Create account with a passkey
      </Button>
      <p className="text-center text-sm text-quiet">
        Already have an account?{" "}
        <Link href="/demo/login" className="text-accent underline underline-offset-4">
          Sign in
        </Link>
      </p>
      <p className="text-center text-sm">
        <Link href="/demo/sign-up" className="text-accent underline underline-offset-4">
          Start with an emailed code
        </Link>
      </p>
    </form>
  );
}
