"use client";

import { useEffect, useId, useRef, type ReactNode } from "react";

/** A modal dialog. Escape cancels. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={
        "m-auto w-[min(30rem,calc(100vw-2rem))] rounded-2xl border border-line bg-surface p-6 " +
        "text-ink shadow-xl backdrop:bg-black/50"
      }
    >
      <div className="flex flex-col gap-4">
        <h2 id={id} className="text-lg font-semibold tracking-tight text-balance">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
