"use client";

import { Building2, Check, ChevronsUpDown, Plus } from "lucide-react";
import Link from "next/link";
import { EnvironmentBadge } from "@/app/console/environment";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";

interface Choice {
  id: string;
  name: string;
  environment: string;
}

interface Props {
  current: Choice | undefined;
  tenancies: readonly Choice[];
  mayCreate: boolean;
}

export function TenancySwitcher({ current, tenancies, mayCreate }: Props) {
  const trigger = (
    <button
      type="button"
      className={
        "flex min-h-12 w-full shrink-0 items-center gap-3 rounded-xl border border-line bg-surface px-3 " +
        "text-left hover:border-control"
      }
    >
      <Building2 aria-hidden className="size-4 shrink-0 text-quiet" />
      <span className="flex min-w-0 grow flex-col items-start gap-1 py-1.5">
        <span className="max-w-full truncate text-sm font-medium">
          {current?.name ?? "Choose a tenancy"}
        </span>
        {current && <EnvironmentBadge environment={current.environment} />}
      </span>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-quiet" />
      <span className="sr-only">Switch tenancy</span>
    </button>
  );
  return (
    <Menu trigger={trigger} align="start">
      <MenuLabel>Tenancies</MenuLabel>
      {tenancies.map((tenancy) => (
        <MenuItem key={tenancy.id} asChild>
          <Link href={`/console/${tenancy.id}`}>
            <span className="min-w-0 grow truncate">{tenancy.name}</span>
            <EnvironmentBadge environment={tenancy.environment} />
            {tenancy.id === current?.id && (
              <Check aria-label="current" className="size-4 text-accent" />
            )}
          </Link>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/console/tenancies">All tenancies</Link>
      </MenuItem>
      {mayCreate && (
        <MenuItem asChild>
          <Link href="/console/tenancies/new">
            <Plus aria-hidden className="size-4" />
            Create a tenancy
          </Link>
        </MenuItem>
      )}
    </Menu>
  );
}
