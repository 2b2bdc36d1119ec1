"use client";

import { Menu as MenuIcon, Search, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { onOpenPalette, openPalette } from "./palette/open-palette";

/** The sidebar on narrow screens, as a dialog. */
export function MobileNavigation({
  title,
  badge,
  children,
}: {
  title: string;
  badge?: ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const path = usePathname();
  const [shownOn, setShownOn] = useState<string>();
  const isOpen = shownOn === path;

  useEffect(() => onOpenPalette(() => setShownOn(undefined)), []);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  return (
    <header className="sticky top-0 z-30 flex items-center gap-3 border-b border-line bg-ground px-4 py-2 lg:hidden">
      <button
        type="button"
        aria-label="Open the menu"
        aria-expanded={isOpen}
        onClick={() => setShownOn(path)}
        className="grid size-11 place-items-center rounded-lg hover:bg-sunken"
      >
        <MenuIcon aria-hidden className="size-5" />
      </button>
      <span className="truncate text-sm font-medium">{title}</span>
      {badge}
      <button
        type="button"
        aria-label="Search the console"
        onClick={openPalette}
        className="ml-auto grid size-11 shrink-0 place-items-center rounded-lg hover:bg-sunken"
      >
        <Search aria-hidden className="size-5" />
      </button>
      <dialog
        ref={dialog}
        data-navigation
        aria-label="Menu"
        onClose={() => setShownOn(undefined)}
        className={
          "m-0 h-dvh max-h-none w-[min(20rem,88vw)] scroll-pb-20 border-r border-line bg-sunken p-0 text-ink " +
          "backdrop:bg-black/50"
        }
      >
        <div className="flex min-h-full flex-col gap-4 p-4">
          <button
            type="button"
            aria-label="Close the menu"
            onClick={() => setShownOn(undefined)}
            className="grid size-11 place-items-center self-end rounded-lg hover:bg-surface"
          >
            <X aria-hidden className="size-5" />
          </button>
          {children}
        </div>
      </dialog>
    </header>
  );
}
