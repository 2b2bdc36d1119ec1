"use client";

import Form from "next/form";
import { type ComponentProps, useEffect, useRef } from "react";

interface Props extends Omit<ComponentProps<typeof Form>, "action" | "ref"> {
  action: string;
  /** The search in the URL. The fields take it over when it changes. */
  values: Readonly<Record<string, string | undefined>>;
}

/**
 * A GET form that filters its list without a reload. Without JavaScript, it loads the same URL. New
 * values replace its fields, so the field that had the focus gets it back.
 */
export function SearchForm({ values, children, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const focused = useRef<string>(undefined);
  const content = JSON.stringify(values);

  useEffect(() => {
    const field = form.current?.elements.namedItem(focused.current ?? "");
    focused.current = undefined;
    if (document.activeElement !== document.body || !(field instanceof HTMLElement)) return;
    field.focus();
    if (field instanceof HTMLInputElement && field.type !== "date")
      field.setSelectionRange(field.value.length, field.value.length);
  }, [content]);

  return (
    <Form
      {...props}
      ref={form}
      onSubmit={() => {
        focused.current = document.activeElement?.getAttribute("name") ?? undefined;
      }}
    >
      <div key={content} className="contents">
        {children}
      </div>
    </Form>
  );
}
