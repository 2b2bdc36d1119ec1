"use client";

import { useRouter } from "next/navigation";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { dismissChecklistAction } from "./actions";

/** Hides the onboarding checklist from all members of the tenancy. */
export function DismissChecklist({ tenancyId }: { tenancyId: string }) {
  const router = useRouter();
  const { run, isPending, failure } = useAction(dismissChecklistAction);

  async function dismiss() {
    const result = await run(tenancyId, {});
    // Without `?checklist=show`, which would show it again.
    if (result.ok) router.replace(`/console/${tenancyId}`);
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <Button tone="plain" className="-ml-4" pending={isPending} onClick={() => void dismiss()}>
        Dismiss checklist
      </Button>
      <p className="text-sm text-quiet">Hides it for all members. You can show it again.</p>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure.message}
        </p>
      )}
    </div>
  );
}
