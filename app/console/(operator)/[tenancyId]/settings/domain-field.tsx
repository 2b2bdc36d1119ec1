"use client";

import { type ComponentProps, useState } from "react";
import { isPaste } from "@/components/ui/is-paste";
import { TextField } from "@/components/ui/text-field";
import { normalizeDomain } from "@/lib/domain/base/tenancy/normalize-site";

interface Props extends Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "onBlur"> {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** A domain. A pasted URL is reduced to its host, and a note says so. */
export function DomainField({ value, onChange, onBlur, hint, ...props }: Props) {
  const [note, setNote] = useState<string>();
  const correct = (typed: string) => {
    const normalized = normalizeDomain(typed);
    setNote(normalized.note);
    onChange(normalized.value);
  };
  return (
    <TextField
      {...props}
      hint={
        <>
          {hint}
          <span role="status" className="block break-words">
            {note}
          </span>
        </>
      }
      autoCapitalize="off"
      spellCheck={false}
      value={value}
      onBlur={() => {
        if (normalizeDomain(value).value !== value) correct(value);
        onBlur();
      }}
      onChange={(event) => {
        setNote(undefined);
        (isPaste(event) ? correct : onChange)(event.target.value);
      }}
    />
  );
}
