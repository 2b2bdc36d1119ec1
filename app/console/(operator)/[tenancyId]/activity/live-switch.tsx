"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";

const waitMs = 5_000;

/** Switches on that the list follows new events. Waits while the page is in the background. */
export function LiveSwitch() {
  const router = useRouter();
  const [isOn, setOn] = useState(false);
  const [isPending, startTransition] = useTransition();

  useEffect(() => {
    if (!isOn || isPending) return;
    const refresh = () => startTransition(() => router.refresh());
    const onReturn = () => document.visibilityState === "visible" && refresh();
    const timer = setTimeout(() => {
      if (document.visibilityState === "visible") refresh();
      else document.addEventListener("visibilitychange", onReturn, { once: true });
    }, waitMs);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, [router, isOn, isPending]);

  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      title="Show new events as they happen"
      onClick={() => {
        setOn(!isOn);
        if (!isOn) startTransition(() => router.refresh());
      }}
      className={
        "group/live inline-flex min-h-10 items-center gap-2 rounded-lg px-1 text-sm font-medium " +
        "hover:text-accent"
      }
    >
      <span
        aria-hidden
        className={
          "flex h-5 w-9 items-center rounded-full border border-control bg-sunken p-0.5 " +
          "group-aria-checked/live:justify-end group-aria-checked/live:border-accent " +
          "group-aria-checked/live:bg-accent"
        }
      >
        <span className="size-3.5 rounded-full bg-control group-aria-checked/live:bg-on-accent" />
      </span>
      Live
    </button>
  );
}
