"use client";

import { CircleUser, Keyboard, LogOut, Monitor, Moon, ShieldCheck, Sun } from "lucide-react";
import Link from "next/link";
import { Menu, MenuChoices, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { chooseTheme, useTheme } from "@/components/ui/use-theme";
import { openShortcuts } from "./keyboard/open-shortcuts";
import { useSignOut } from "./use-sign-out";

const themes = [
  { value: "system", label: "System", icon: <Monitor aria-hidden className="size-4" /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden className="size-4" /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden className="size-4" /> },
] as const;

export function OperatorMenu({
  operatorSub,
  email,
  role,
}: {
  operatorSub: string;
  email: string;
  role: string | undefined;
}) {
  const signOut = useSignOut(operatorSub);
  const theme = useTheme();
  const trigger = (
    <button
      type="button"
      className="flex min-h-12 w-full items-center gap-3 rounded-xl px-3 text-left hover:bg-surface"
    >
      <CircleUser aria-hidden className="size-5 shrink-0 text-quiet" />
      <span className="flex min-w-0 flex-col">
        <span className="truncate text-sm font-medium">{email}</span>
        {role !== undefined && <span className="text-xs text-quiet">{role}</span>}
      </span>
      <span className="sr-only">Your account</span>
    </button>
  );
  return (
    <Menu trigger={trigger} align="start">
      <MenuItem asChild>
        <Link href="/console/account">
          <ShieldCheck aria-hidden className="size-4" />
          Your account
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuChoices label="Theme" value={theme} choices={themes} onChoose={chooseTheme} />
      <MenuSeparator />
      <MenuItem onSelect={openShortcuts}>
        <Keyboard aria-hidden className="size-4" />
        Keyboard shortcuts
      </MenuItem>
      <MenuItem onSelect={signOut}>
        <LogOut aria-hidden className="size-4" />
        Sign out
      </MenuItem>
    </Menu>
  );
}
