import type { ReactNode } from "react";
import { StepUpProvider } from "@/app/console/step-up";
import { Toasts } from "@/components/ui/toasts";
import { readRelyingParty } from "@/lib/console/relying-party";

/**
 * The frame of every operator page. It checks nothing: each page and action checks its own
 * permission.
 */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  return (
    <StepUpProvider relyingParty={await readRelyingParty()}>
      {children}
      <Toasts />
    </StepUpProvider>
  );
}
