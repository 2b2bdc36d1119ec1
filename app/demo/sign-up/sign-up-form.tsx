"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Mail } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { CodeStep } from "@/app/demo/code-step";
import { Person } from "@/app/demo/person";
import { PersonFields } from "@/app/demo/person-fields";
import { startFlow } from "@/app/demo/trace";
import { useCodeRequest } from "@/app/demo/use-code-request";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

export function SignUpForm() {
  const router = useRouter();
  const { asked, problem, isPending, ask } = useCodeRequest("sign-up");
  const { register, handleSubmit, formState } = useForm<Person>({
    resolver: zodResolver(Person),
    defaultValues: { email: "", givenName: "", familyName: "" },
  });
  const { errors } = formState;

  if (asked !== undefined)
    return <CodeStep {...asked} onChecked={({ next }) => router.push(next)} />;

  async function begin(person: Person) {
    startFlow();
    await ask(person);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(begin)(event)}
      className="flex flex-col gap-5"
    >
      <PersonFields register={register} errors={errors} />
      {problem && (
        <Notice tone="error" title={problem.title}>
          {problem.advice}
        </Notice>
      )}
      <Button type="submit" width="full" pending={isPending}>
        <Mail aria-hidden className="size-4" />
        Email me a code
      </Button>
      <p className="text-center text-sm text-quiet">
        Rather use a passkey?{" "}
        <Link href="/demo/register" className="text-accent underline underline-offset-4">
          Create an account with a passkey
        </Link>
      </p>
    </form>
  );
}
