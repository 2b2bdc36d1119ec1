"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

interface Props {
  title: string;
  /** The list without the event. */
  closeHref: string;
  children: ReactNode;
}

/** The facts of an event above its list. The address bar names the event, so it can be shared. */
export function EventDialog({ title, closeHref, children }: Props) {
  const router = useRouter();
  const close = () => router.push(closeHref, { scroll: false });
  return (
    <Dialog title={title} onClose={close}>
      {children}
      <Button tone="secondary" className="self-end" data-first-focus onClick={close}>
        Close
      </Button>
    </Dialog>
  );
}
