"use client";

import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { forgetRecentItems } from "./palette/recent-items";
import { signOut } from "./step-up-actions";
import { mayLeaveTo } from "./use-leave-warning";

const signInPage = "/console/sign-in";

/** Returns a function that ends the session and opens the sign-in. */
export function useSignOut(operatorSub: string): () => void {
  const router = useRouter();
  return () => {
    if (!mayLeaveTo(signInPage)) return;
    void signOut({})
      .then(() => {
        forgetRecentItems(operatorSub);
        router.push(signInPage);
      })
      .catch(() => toast.error("You are still signed in. Try again in a moment."));
  };
}
