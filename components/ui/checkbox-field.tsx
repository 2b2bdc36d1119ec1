import { type ComponentProps, type ReactNode, useId } from "react";

/** A checkbox with its label. */
export function CheckboxField({
  label,
  hint,
  ...props
}: ComponentProps<"input"> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId();
  return (
    <div className="flex gap-3">
      <input
        {...props}
        id={id}
        type="checkbox"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-pretty text-quiet">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
