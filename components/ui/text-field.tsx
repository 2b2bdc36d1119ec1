import { useId, type ComponentProps } from "react";

/** One labelled input; the hint and the error are read out with it. */
export function TextField({ label, hint, error, ...props }: ComponentProps<"input"> & { label: string; hint?: string; error?: string | undefined }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        {...props}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
        className="min-h-11 w-full rounded-lg border border-control bg-surface px-3 text-base text-ink placeholder:text-quiet aria-invalid:border-danger"
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
