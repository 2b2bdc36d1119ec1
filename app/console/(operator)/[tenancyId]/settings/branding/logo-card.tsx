"use client";

import { ImageUp, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { saveLogo } from "@/app/console/(operator)/[tenancyId]/settings/actions";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

const maxBytes = 256 * 1024;
const types = ["image/png", "image/jpeg", "image/webp"];

interface Props {
  tenancyId: string;
  hash: string | null;
  mayChange: boolean;
}

/** The logo as emails show it. The server detects the image type from its bytes. */
export function LogoCard({ tenancyId, hash, mayChange }: Props) {
  const { run, isPending, failure, issueOf } = useAction(saveLogo);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  async function upload(file: File) {
    setProblem(undefined);
    if (file.size > maxBytes)
      return setProblem("The picture has more than 256 KiB. Make it smaller and try again.");
    if (!types.includes(file.type))
      return setProblem(
        "Choose a PNG, JPEG or WebP picture. SVG can hold scripts, so it is never taken.",
      );
    const result = await run(tenancyId, { logo: new Uint8Array(await file.arrayBuffer()) });
    if (result.ok) toast("The logo is a new one");
  }

  async function remove() {
    setProblem(undefined);
    if ((await run(tenancyId, { logo: null })).ok) toast("The logo is gone");
  }

  const refused = issueOf("brandLogo");
  const message = problem ?? (refused === undefined ? failure?.message : `The logo ${refused}.`);
  return (
    <Card
      title="Logo"
      description="PNG, JPEG or WebP, at most 256 KiB and 2 000 pixels a side. Emails show it 40 pixels high."
    >
      <div className="flex flex-wrap items-center gap-5">
        <div className="grid h-20 w-48 place-items-center rounded-xl border border-line bg-white p-3">
          {hash === null ? (
            <span className="text-sm text-[#595f65]">No logo</span>
          ) : (
            // eslint-disable-next-line @next/next/no-img-element -- served by this service, at most 256 KiB
            <img
              src={`/logo/${tenancyId}/${hash}`}
              alt="The present logo"
              className="h-10 max-w-full object-contain"
            />
          )}
        </div>
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            <input
              ref={input}
              type="file"
              accept={types.join(",")}
              className="sr-only"
              tabIndex={-1}
              aria-label="Logo file"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file !== undefined) void upload(file);
                target.value = "";
              }}
            />
            <Button tone="secondary" pending={isPending} onClick={() => input.current?.click()}>
              <ImageUp aria-hidden className="size-4" />
              {hash === null ? "Choose a logo" : "Replace"}
            </Button>
            {hash !== null && (
              <Button tone="plain" disabled={isPending} onClick={() => void remove()}>
                <Trash2 aria-hidden className="size-4" />
                Remove
              </Button>
            )}
          </div>
        )}
      </div>
      {message !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {message}
        </p>
      )}
    </Card>
  );
}
