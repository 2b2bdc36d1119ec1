import { useId, type ComponentProps, type ReactNode } from "react";
import { controlLook, describedBy, FieldFrame } from "./field-frame";

/** Several lines of text, such as a list with one entry a line. */
export function TextAreaField({
  label,
  hint,
  error,
  ...props
}: ComponentProps<"textarea"> & { label: string; hint?: ReactNode; error?: string | undefined }) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        rows={4}
        {...props}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { hint, error })}
        className={`py-2 ${controlLook}`}
      />
    </FieldFrame>
  );
}
