import type { ReactNode } from "react";
import { StepUpProvider } from "@/app/console/step-up";
import { Toasts } from "@/components/ui/toasts";
import { readRelyingParty } from "@/lib/console/relying-party";

/**
 * What every page of an operator has around it. Guards nothing: each page and action asks for
 * itself.
 */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  return (
    <StepUpProvider relyingParty={await readRelyingParty()}>
      {children}
      <Toasts />
    </StepUpProvider>
  );
}
