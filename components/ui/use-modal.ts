"use client";

import { type RefObject, useLayoutEffect } from "react";
import { captureFocus } from "./capture-focus";

/**
 * Shows a dialog as modal while `isOpen`, and returns the focus when it closes. The dialog's field
 * gets the focus, because the browser would focus the list's container.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const shown = dialog.current;
    const returnFocus = captureFocus();
    shown?.showModal();
    shown?.querySelector("input")?.focus();
    return () => {
      shown?.close();
      returnFocus();
    };
  }, [dialog, isOpen]);
}
