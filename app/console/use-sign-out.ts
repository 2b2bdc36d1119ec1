"use client";

import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { forgetRecentItems } from "./palette/recent-items";
import { signOut } from "./step-up-actions";

/** Returns a function that ends the session and opens the sign-in. */
export function useSignOut(operatorSub: string): () => void {
  const router = useRouter();
  return () =>
    void signOut({})
      .then(() => {
        forgetRecentItems(operatorSub);
        router.push("/console/sign-in");
      })
      .catch(() => toast.error("You are still signed in. Try again in a moment."));
}
