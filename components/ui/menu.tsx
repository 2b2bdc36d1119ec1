"use client";

import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";

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
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          className={
            "z-50 max-h-[70vh] min-w-52 overflow-y-auto rounded-xl border border-line " +
            "bg-surface p-1.5 text-sm text-ink shadow-xl"
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

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-2.5 py-1.5 text-xs text-quiet">{children}</DropdownMenu.Label>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1.5 h-px bg-line" />;
}
