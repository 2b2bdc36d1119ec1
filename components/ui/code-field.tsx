"use client";

import { useEffect, useId, useRef } from "react";
import { findTypedCode } from "@/lib/contract/typed-code";

interface Props {
  label: string;
  digits: number;
  value: string;
  onChange: (code: string) => void;
  /** Called once for each complete code, whether typed, pasted or autofilled. */
  onComplete: (code: string) => void;
  hint?: string;
  error?: string | undefined;
  disabled?: boolean;
}

/**
 * A single input for a code. It supports autofill, finds the code in a pasted text and submits when
 * complete.
 */
export function CodeField({
  label,
  digits,
  value,
  onChange,
  onComplete,
  hint,
  error,
  disabled = false,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");

  useEffect(() => {
    if (!disabled) input.current?.focus();
  }, [disabled]);

  function take(text: string) {
    const code = findTypedCode(text, digits);
    onChange(code);
    if (code.length === digits && code !== value) onComplete(code);
  }

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={value}
        readOnly={disabled}
        onChange={(event) => take(event.target.value)}
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
        className={
          "min-h-14 w-full rounded-lg border border-control bg-surface px-3 text-center font-mono " +
          "text-ink tabular-nums placeholder:text-quiet aria-invalid:border-danger " +
          (digits > 6 ? "text-xl tracking-[0.15em]" : "text-2xl tracking-[0.35em]")
        }
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
