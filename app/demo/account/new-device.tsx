"use client";

import type { PublicSettings } from "@/app/demo/use-keystead";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { AddPasskey } from "./add-passkey";
import { declinedCookie } from "./declined-cookie";
import type { Outcome } from "./outcome";

const days30 = 30 * 24 * 3_600;

const signedIn = {
  passkey: "You signed in with a phone or a security key.",
  code: "You signed in with an emailed code.",
};
export type SignedInWith = keyof typeof signedIn;

interface Props {
  by: SignedInWith;
  settings: PublicSettings;
  userId: string;
  isBusy: boolean;
  run: (act: () => Promise<Outcome>) => void;
  onDecline: () => void;
}

/** Offers a passkey for this device after a sign-in without one. */
export function NewDevice({ by, userId, onDecline, ...shared }: Props) {
  function decline() {
    document.cookie = `${declinedCookie}=${userId}; Path=/demo; Max-Age=${days30}; SameSite=Lax`;
    onDecline();
  }
  return (
    <Notice tone="info" title="Create a passkey on this device?">
      {signedIn[by]} If this device is yours, create a passkey here and sign in with it next time.
      <span className="mt-3 flex flex-wrap gap-3">
        <AddPasskey {...shared} isFirst />
        <Button tone="secondary" disabled={shared.isBusy} onClick={decline}>
          Not now
        </Button>
      </span>
    </Notice>
  );
}
