"use client";

import { Ban, RotateCcw, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import {
  disableUser,
  enableUser,
  eraseUser,
} from "@/app/console/(operator)/[tenancyId]/users/actions";
import { DownloadButton } from "@/app/console/download-button";
import { pageAction } from "@/app/console/palette/page-action";
import { ReasonDialog } from "@/app/console/reason-dialog";
import { useAction } from "@/app/console/use-action";
import { Breakable } from "@/components/ui/breakable";
import { Button } from "@/components/ui/button";
import type { Disabled } from "@/lib/domain/user/find-user-profile";
import { EnableUserDialog } from "./enable-user-dialog";

const passkeyWords = (count: number) =>
  count === 0 ? "" : count === 1 ? "1 passkey, " : `${count} passkeys, `;

interface Props {
  tenancyId: string;
  sub: string;
  /** The user's title on the page. */
  title: string;
  disabled: Disabled | null;
  /** Whether the user can sign in once they are enabled, as `headlineOf` says it. */
  onceEnabled: string;
  passkeys: number;
  may: { disable: boolean; enable: boolean; erase: boolean; export: boolean };
}

export function UserActions(props: Props) {
  const { tenancyId, sub, title, disabled, onceEnabled, passkeys, may } = props;
  const isDisabled = disabled !== null;
  const reason = disabled?.reason ?? "";
  const router = useRouter();
  const disabling = useAction(disableUser);
  const enabling = useAction(enableUser, `enable ${title}`);
  const erasure = useAction(eraseUser, `erase ${title}`);
  const [open, setOpen] = useState<"disable" | "enable" | "erase">();
  const close = () => setOpen(undefined);

  async function enable(): Promise<void> {
    const result = await enabling.run(tenancyId, { sub });
    if (result.ok) {
      close();
      toast(`${title} is enabled.`);
    } else if (result.needs === undefined) toast.error(result.error.message);
  }

  async function disable(reason: string): Promise<void> {
    const result = await disabling.run(tenancyId, { sub, reason });
    if (!result.ok) return;
    close();
    const undo = { action: { label: "Undo", onClick: () => void enable() } };
    toast(`${title} is disabled and can’t sign in.`, may.enable ? undo : {});
  }

  async function erase(reason: string): Promise<void> {
    const result = await erasure.run(tenancyId, { sub, reason });
    if (!result.ok) return;
    toast(`${title} is erased.`);
    router.push(`/console/${tenancyId}/users`);
  }

  return (
    <>
      {(isDisabled ? may.enable : may.disable) && (
        <Button
          {...pageAction(isDisabled ? "user.enable" : "user.disable")}
          tone="secondary"
          pending={enabling.isPending}
          onClick={() =>
            isDisabled && reason === "" ? void enable() : setOpen(isDisabled ? "enable" : "disable")
          }
        >
          {isDisabled ? (
            <RotateCcw aria-hidden className="size-4" />
          ) : (
            <Ban aria-hidden className="size-4" />
          )}
          {isDisabled ? "Enable user" : "Disable user"}
        </Button>
      )}
      {may.export && (
        <DownloadButton
          {...pageAction("user.export")}
          href={`/console/${tenancyId}/users/${sub}/export`}
        >
          Export
        </DownloadButton>
      )}
      {may.erase && (
        <Button
          {...pageAction("user.erase")}
          tone="secondary"
          className="!text-danger"
          onClick={() => setOpen("erase")}
        >
          <Trash2 aria-hidden className="size-4" />
          Erase
        </Button>
      )}
      {open === "enable" && isDisabled && (
        <EnableUserDialog
          title={title}
          disabled={{ at: disabled.at, reason }}
          afterwards={onceEnabled}
          isPending={enabling.isPending}
          onConfirm={() => void enable()}
          onClose={close}
        />
      )}
      {open === "disable" && (
        <ReasonDialog
          title={`Disable ${title}?`}
          act="Disable user"
          isPending={disabling.isPending}
          failure={disabling.failure}
          isRequired
          reasonError={disabling.issueOf("reason")}
          onConfirm={(reason) => void disable(reason)}
          onClose={close}
        >
          <p>
            Keystead refuses their passkeys and their sign-ins on hosted pages immediately. Your
            backend must end their sessions, and check <code>enabled</code> before it signs them in
            with an emailed code.{" "}
            {may.enable
              ? "You can enable the user again at any time."
              : "To enable the user again, sign in with a passkey."}
          </p>
        </ReasonDialog>
      )}
      {open === "erase" && (
        <ReasonDialog
          title={`Erase ${title}?`}
          act="Erase user"
          typed={{ label: "Type erase to confirm", text: "erase" }}
          isPending={erasure.isPending}
          failure={erasure.failure}
          reasonError={erasure.issueOf("reason")}
          onConfirm={(reason) => void erase(reason)}
          onClose={close}
        >
          <p>
            This deletes everything about{" "}
            <strong className="text-ink">
              <Breakable text={title} />
            </strong>
            : names, email, {passkeyWords(passkeys)}codes, emails and the timeline. You can’t undo
            it.
          </p>
          <p>
            The audit log keeps ids, and the reasons that operators wrote.
            {passkeys > 0 &&
              " Devices keep offering each passkey until the user removes it or a sign-in with it fails."}
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
