"use client";

import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Notice } from "./notice";
import { TextField } from "./text-field";

interface Props {
  title: string;
  /** What the action destroys. */
  children: ReactNode;
  /** The button's label, such as "Delete passkey". */
  act: string;
  /** Defaults to `danger`, for destructive actions. */
  tone?: "danger" | "primary";
  /** Further fields of the form. */
  fields?: ReactNode;
  /** The text that the user types to enable the button. */
  typed?: { label: string; text: string };
  isPending: boolean;
  failure?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an action that is destructive or hard to undo. */
export function ConfirmDialog({
  title,
  children,
  act,
  tone = "danger",
  fields,
  typed,
  isPending,
  failure,
  onConfirm,
  onClose,
}: Props) {
  const [text, setText] = useState("");
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <div className="flex flex-col gap-3 text-pretty break-words text-quiet">{children}</div>
        {fields}
        {typed && (
          <TextField
            label={typed.label}
            isRequired
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {failure !== undefined && <Notice tone="error" title={failure} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            tone={tone}
            pending={isPending}
            disabled={typed !== undefined && text.trim() !== typed.text}
          >
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
