"use client";

import { LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { leaveCode } from "@/app/demo/kept-code";
import { Button } from "@/components/ui/button";

export function SignOut() {
  const router = useRouter();
  const [isPending, setPending] = useState(false);

  async function signOut() {
    setPending(true);
    await fetch("/demo/api/sign-out", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    }).catch(() => undefined);
    // The next person at this browser has no use for a code that changes this account.
    leaveCode();
    router.replace("/demo/login");
    router.refresh();
  }

  return (
    <Button tone="secondary" pending={isPending} onClick={() => void signOut()}>
      <LogOut aria-hidden className="size-4" />
      Sign out
    </Button>
  );
}
