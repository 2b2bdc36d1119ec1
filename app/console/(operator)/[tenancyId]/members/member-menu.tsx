"use client";

import { Ellipsis, UserCog, UserMinus } from "lucide-react";
import { useState } from "react";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { ChangeRole } from "./change-role";
import type { MemberFacts } from "./member-facts";
import { RemoveMember } from "./remove-member";

/** Actions on a member's role. */
export function MemberMenu(facts: MemberFacts) {
  const [asked, setAsked] = useState<"role" | "removal">();
  const close = () => setAsked(undefined);
  const trigger = (
    <button
      type="button"
      aria-label={`Actions for ${facts.member.email}`}
      className="grid size-10 place-items-center rounded-lg text-quiet hover:bg-sunken hover:text-ink"
    >
      <Ellipsis aria-hidden className="size-4" />
    </button>
  );
  return (
    <>
      <div className="flex justify-end">
        <Menu trigger={trigger}>
          {!facts.tenancy.isSystem && (
            <>
              <MenuItem onSelect={() => setAsked("role")}>
                <UserCog aria-hidden className="size-4" />
                Change role
              </MenuItem>
              <MenuSeparator />
            </>
          )}
          <MenuItem tone="danger" onSelect={() => setAsked("removal")}>
            <UserMinus aria-hidden className="size-4" />
            Remove
          </MenuItem>
        </Menu>
      </div>
      {asked === "role" && <ChangeRole {...facts} onClose={close} />}
      {asked === "removal" && <RemoveMember {...facts} onClose={close} />}
    </>
  );
}
