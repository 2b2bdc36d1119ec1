"use client";

import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";

const places = "dialog, main, aside, header";

/** A button that opens a list of actions. */
export function Menu({
  trigger,
  children,
  align = "end",
}: {
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "end";
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>();
  return (
    <DropdownMenu.Root
      modal={false}
      // Stays in its modal dialog, because everything outside is inert, or in its landmark.
      onOpenChange={(isOpen) => isOpen && setContainer(button.current?.closest(places))}
    >
      <DropdownMenu.Trigger asChild ref={button}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container ?? undefined}>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={
            "z-50 max-h-[70vh] max-w-[calc(100vw-1rem)] min-w-52 overflow-y-auto rounded-xl " +
            "border border-line bg-surface p-1.5 text-sm text-ink shadow-xl"
          }
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const itemLook =
  "flex min-h-10 cursor-default items-center gap-2.5 rounded-lg px-2.5 outline-none " +
  "data-disabled:opacity-50 data-highlighted:bg-sunken";

/** With `asChild`, renders the child, such as a link. */
export function MenuItem({
  tone = "plain",
  ...props
}: DropdownMenu.DropdownMenuItemProps & { tone?: "plain" | "danger" }) {
  return (
    <DropdownMenu.Item
      {...props}
      className={`${itemLook} ${tone === "danger" ? "text-danger" : ""}`}
    />
  );
}

interface MenuChoicesProps<V extends string> {
  label: string;
  value: V;
  choices: readonly { value: V; label: string; icon: ReactNode }[];
  onChoose: (value: V) => void;
}

/** One choice of several. The menu stays open, so that the result can be seen. */
export function MenuChoices<V extends string>({
  label,
  value,
  choices,
  onChoose,
}: MenuChoicesProps<V>) {
  return (
    <DropdownMenu.RadioGroup value={value} aria-label={label}>
      <MenuLabel>{label}</MenuLabel>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem
          key={choice.value}
          value={choice.value}
          onSelect={(event) => {
            event.preventDefault();
            onChoose(choice.value);
          }}
          className={itemLook}
        >
          {choice.icon}
          <span className="grow">{choice.label}</span>
          <DropdownMenu.ItemIndicator>
            <Check aria-hidden className="size-4 text-accent" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-2.5 py-1.5 text-xs text-quiet">{children}</DropdownMenu.Label>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1.5 h-px bg-line" />;
}
