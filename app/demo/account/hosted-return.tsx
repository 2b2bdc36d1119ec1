"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { callBackend } from "@/app/demo/call-backend";
import { Card } from "@/app/demo/card";

interface Props {
  /** Undefined if the hosted pages returned an error. */
  code: string | undefined;
  state: string;
  error: string | undefined;
}

const explain = (error: string | undefined) =>
  error === "access_denied" ? "You canceled the sign-in." : "The hosted page failed. Try again.";

/** Ends a sign-in on the hosted pages: the backend exchanges the code that they returned. */
export function HostedReturn({ code, state, error }: Props) {
  const router = useRouter();
  const [problem, setProblem] = useState(code === undefined ? explain(error) : undefined);
  // React runs effects twice in development, and a code works once.
  const isSent = useRef(false);

  useEffect(() => {
    if (code === undefined || isSent.current) return;
    isSent.current = true;
    void callBackend("/demo/api/login", "loginBackend", { code, state }).then((answer) => {
      // Also takes the code out of the address bar.
      if (answer.ok) router.replace("/demo/account");
      else setProblem(answer.message);
    });
  }, [code, state, router]);

  if (problem === undefined)
    return (
      <p role="status" className="text-center text-quiet">
        Signing you in…
      </p>
    );
  return (
    <div role="alert">
      <Card title="You aren’t signed in" lead={problem}>
        <Link href="/demo/login" className="text-sm text-accent underline underline-offset-4">
          Back to sign-in
        </Link>
      </Card>
    </div>
  );
}
