"use client";

import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef } from "react";
import { captureFocus } from "./capture-focus";

const Interrupted = createContext(false);

/**
 * Hides the dialogs inside while `isInterrupted`, so that another dialog replaces them instead of
 * covering them. They keep their state.
 */
export function Interruptible({
  isInterrupted,
  children,
}: {
  isInterrupted: boolean;
  children: ReactNode;
}) {
  return <Interrupted value={isInterrupted}>{children}</Interrupted>;
}

/**
 * A modal dialog. Escape cancels. The focus starts on the element with `data-first-focus`, otherwise
 * on the first control, and returns to the dialog's trigger.
 */
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
  const lastFocused = useRef<HTMLElement>(null);
  const isInterrupted = useContext(Interrupted);
  useLayoutEffect(() => {
    const shown = dialog.current;
    const returnFocus = captureFocus();
    return () => {
      shown?.close();
      returnFocus();
    };
  }, []);
  useLayoutEffect(() => {
    if (isInterrupted) return;
    const shown = dialog.current;
    shown?.showModal();
    (lastFocused.current ?? shown?.querySelector<HTMLElement>("[data-first-focus]"))?.focus();
    return () => {
      const active = document.activeElement;
      lastFocused.current =
        active instanceof HTMLElement && shown?.contains(active) ? active : null;
      shown?.close();
    };
  }, [isInterrupted]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={
        // A dialog inside a table cell inherits the cell's text alignment and wrapping.
        "m-auto w-[min(30rem,calc(100vw-2rem))] cursor-auto rounded-2xl border border-line " +
        "bg-surface p-6 text-start whitespace-normal text-ink shadow-xl backdrop:bg-black/50"
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
