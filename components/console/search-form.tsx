"use client";

import { useRouter } from "next/navigation";
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useTransition,
} from "react";
import { searchHref } from "./search-href";

interface Props extends Omit<ComponentProps<"form">, "action" | "ref"> {
  action: string;
  /** The search in the URL. The fields take it over when it changes. */
  values: Readonly<Record<string, string | undefined>>;
}

type Field = HTMLInputElement | HTMLSelectElement;

/** How long a reader may pause while typing before the list follows. */
const pauseMs = 250;

const isField = (element: Element): element is Field =>
  (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) &&
  element.dataset["value"] !== undefined;

const fieldsOf = (form: HTMLFormElement) => Array.from(form.elements).filter(isField);

/** What the URL says of a field. */
const valueOf = (field: Field) => field.dataset["value"] ?? "";

/** Closes the panel with further filters, unless the target is in it. */
function closePanels(form: HTMLFormElement, target?: EventTarget | null): void {
  for (const panel of form.querySelectorAll<HTMLDetailsElement>("details[data-panel][open]"))
    if (!(target instanceof Node && panel.contains(target))) panel.open = false;
}

/**
 * A GET form that filters its list on every change, without a reload. The fields stay, and so does the
 * focus. Before its script runs, its button loads the same URL.
 */
export function SearchForm({ action, values, ...props }: Props) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const requested = useRef<string>(undefined);
  const isByLink = useRef(false);
  const isStarted = useRef(false);
  const [isPending, startTransition] = useTransition();
  const content = JSON.stringify(values);

  // What the reader chose before this script ran counts, too.
  const start = useEffectEvent((form: HTMLFormElement) => {
    isStarted.current = true;
    if (fieldsOf(form).some((field) => field.value.trim() !== valueOf(field))) show("replace");
  });

  useEffect(() => {
    requested.current = undefined;
    if (form.current === null) return;
    if (!isStarted.current) return start(form.current);
    for (const field of fieldsOf(form.current)) {
      const value = valueOf(field);
      // The reader types on while the list of an earlier text arrives.
      const isTyping = field === document.activeElement && timer.current !== undefined;
      if (!isTyping && field.value.trim() !== value) field.value = value;
    }
    // A link that removed a filter is gone, and the focus would be, too.
    if (isByLink.current) form.current.querySelector<HTMLElement>("input[type=search]")?.focus();
    isByLink.current = false;
  }, [content]);

  useEffect(() => {
    const close = ({ target }: PointerEvent) => form.current && closePanels(form.current, target);
    // A link that the reader follows wins over what they typed just before.
    const stop = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("a") !== null) clearTimeout(timer.current);
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("click", stop, true);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("click", stop, true);
      clearTimeout(timer.current);
    };
  }, []);

  function show(history: "push" | "replace"): void {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (form.current === null) return;
    const href = searchHref(action, new FormData(form.current));
    const current = requested.current ?? window.location.pathname + window.location.search;
    if (href === current) return;
    requested.current = href;
    startTransition(() => router[history](href, { scroll: false }));
  }

  function follow({ target }: FormEvent): void {
    if (target instanceof HTMLSelectElement) return show("push");
    clearTimeout(timer.current);
    // Back leaves the list, not each of its texts.
    timer.current = setTimeout(() => show("replace"), pauseMs);
  }

  function escape(event: KeyboardEvent<HTMLFormElement>): void {
    const panel =
      event.target instanceof Element ? event.target.closest("details[data-panel][open]") : null;
    if (event.key !== "Escape" || panel === null) return;
    closePanels(event.currentTarget);
    panel.querySelector("summary")?.focus();
  }

  return (
    <form
      {...props}
      ref={form}
      action={action}
      // A browser that fills in an earlier choice after a reload would filter the list by it.
      autoComplete="off"
      onChange={follow}
      onKeyDown={escape}
      onClick={({ target }) => {
        isByLink.current = target instanceof Element && target.closest("a") !== null;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        show("push");
      }}
      aria-busy={isPending}
    />
  );
}
